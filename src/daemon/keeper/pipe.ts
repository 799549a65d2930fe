/** Joins a connection to a server on this machine: bytes pass both ways, and neither side gets ahead of a slow reader. */
export interface Pipe {
  data(chunk: Uint8Array): void;
  /** The client has room again. */
  drain(): void;
  /** The client is gone. */
  end(): void;
}

/** One direction. What the receiver has no room for waits, and the sender is held meanwhile. */
interface Way {
  send(chunk: Uint8Array): void;
  drained(): void;
  /** When all is written. */
  finish(): void;
}

interface Socket {
  write(chunk: Uint8Array): number;
  end(): void;
  pause(): void;
  resume(): void;
}

/** `first`: what the client has sent already. */
export function joinTo(client: Socket, port: number, first: readonly Uint8Array[]): Pipe {
  let toServer: Way | undefined;
  let server: Socket | undefined;
  let isGone = false;
  const waiting = [...first];
  const toClient = way(client, () => server);
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        server = socket;
        if (isGone) return void socket.end();
        toServer = way(socket, () => client);
        for (const chunk of waiting.splice(0)) toServer.send(chunk);
      },
      data: (_, chunk) => toClient.send(chunk),
      drain: () => toServer?.drained(),
      close: () => toClient.finish(),
      error: () => toClient.finish(),
      connectError: () => void client.end(),
    },
  }).catch(() => client.end());

  return {
    data: (chunk) => (toServer === undefined ? void waiting.push(chunk) : toServer.send(chunk)),
    drain: () => toClient.drained(),
    end() {
      isGone = true;
      server?.end();
    },
  };
}

function way(receiver: Socket, sender: () => Socket | undefined): Way {
  const waiting: Uint8Array[] = [];
  let isFinished = false;
  const write = (chunk: Uint8Array): Uint8Array | undefined => {
    const written = Math.max(0, receiver.write(chunk));
    return written < chunk.length ? chunk.subarray(written) : undefined;
  };
  return {
    send(chunk) {
      const rest = waiting.length > 0 ? chunk : write(chunk);
      if (rest === undefined) return;
      if (waiting.length === 0) sender()?.pause();
      waiting.push(rest);
    },
    drained() {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const rest = write(next);
        if (rest === undefined) continue;
        waiting.unshift(rest);
        return;
      }
      if (isFinished) receiver.end();
      else sender()?.resume();
    },
    finish() {
      isFinished = true;
      if (waiting.length === 0) receiver.end();
    },
  };
}
