import type { Template } from "../blind/corpus-case.ts";
import { base62, password } from "../blind/random.ts";
import { forms } from "./form.ts";

export const languages: readonly Template[] = [
  ...forms("password", password, [
    "contraseña: §", "la contraseña es §", "Contraseña = §", '"contraseña": "§"', "La clave es §", "clave de acceso: §", "mi contraseña es `§`",
    "mot de passe : §", "le mot de passe est §", "Mot de passe : `§`", "mdp: §", "le mot de passe de la base est §", "**Mot de passe** : §",
    "Passwort: §", "das Passwort ist §", "Kennwort: §", "Das Passwort lautet §", "Passwort für die Datenbank: §", "Zugangscode: §",
    "senha: §", "a senha é §", "Senha = §", "minha senha: §", "palavra-passe: §",
    "пароль: §", "Пароль — §", "мой пароль §", "пароль от базы: §", "ПАРОЛЬ=§",
    "密码: §", "密码是§", "密码：§", "数据库密码：§", "密碼：§", "口令：§", "我的密码是 §",
    "パスワード: §", "パスワードは§です", "パスワード：§", "パスワードは「§」",
    "비밀번호: §", "비밀번호는 §", "암호: §", "비밀번호는 §입니다",
  ]),
  ...forms("key", base62(32), [
    "clave de API: §", "clave API: §", "el token es §", "clave secreta: §",
    "clé API : §", "la clé d'API est §", "jeton : §", "clé secrète : §", "le jeton d'accès est §",
    "API-Schlüssel: §", "der API-Key lautet §", "geheimer Schlüssel: §", "Zugriffstoken: §",
    "chave de API: §", "chave da API: §", "token de acesso: §", "chave secreta: §",
    "ключ API: §", "API-ключ: §", "токен: §", "секретный ключ: §",
    "密钥: §", "API密钥：§", "API 密钥是 §", "令牌：§", "访问令牌：§", "私钥：§",
    "APIキー: §", "トークン：§", "シークレットキー: §", "アクセストークンは§",
    "API 키: §", "토큰: §", "비밀 키: §", "액세스 토큰: §",
  ]),
];
