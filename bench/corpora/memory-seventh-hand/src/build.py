import json
for f in "abc": exec(open(f'/tmp/hand7/{f}.py').read())
with open('/tmp/hand7/failures.jsonl','w',encoding='utf-8') as h:
    for i,(eco,steps,cure,rep) in enumerate(S,1):
        d={"id":f"f7-{i:02d}","ecosystem":eco,"steps":steps}
        if cure is None: d["bystander"]=True; d["cure"]=""
        else: d["cure"]={"contains":cure}
        d["repeat"]=rep
        h.write(json.dumps(d,ensure_ascii=False)+"\n")
open('/tmp/hand7/README.md','w').write("failures.jsonl: 60 invented stories of failing commands in coding sessions (45 with a cure, 15 bystanders whose failure went away for an unseen reason), each with the same failure repeated later.\nWritten by one person who saw neither the program nor any earlier material.\nAll names of people, hosts, firms and projects are invented.\n")
L=[json.loads(l) for l in open('/tmp/hand7/failures.jsonl',encoding='utf-8')]
bad=0
assert len({d['id'] for d in L})==len(L)
for d in L:
    st=d['steps']; f=st[0]; l=st[-1]; p=[]
    if not f['failed'] or l['failed']: p.append('ends')
    if any(s['failed'] for s in st[1:]): p.append('mid')
    same=f['command']==l['command']
    if not d['repeat']['failed'] or not d['repeat']['output']: p.append('repeat')
    if any(not s['output'] and s['failed'] for s in st): p.append('noout')
    if d.get('bystander'):
        if d['cure']!='' or not same: p.append('by')
    else:
        c=d['cure']['contains']
        hay=[s['command'] for s in st[1:(-1 if same else None)]]
        if sum(c in x for x in hay)<1: p.append('nocure')
        if c in f['command']: p.append('cureinfail')
        a,b=set(f['command'].split()),set(l['command'].split())
        if not same: print(d['id'],len(a&b),'|',f['command'],'->',l['command'])
    if p: bad+=1; print(d['id'],p)
print(len(L),sum('bystander' in d for d in L),len({d['ecosystem'] for d in L if 'bystander' not in d}),'bad',bad)
