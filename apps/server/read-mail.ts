import { isAddress, readAddress } from '@bolsillo/identity/domain'
import type { SmtpConfig } from '@bolsillo/rail-smtp'
import { readSecretFile } from './read-secret-file.ts'

const nameMax = 60

/** Reads the mail server of the environment. The password is read from a file, and no line repeats it. */
export function readMail(
  given: (name: string) => string | undefined,
  refuse: (line: string) => never,
): SmtpConfig | undefined {
  const text = given('MAIL_URL')
  const from = given('MAIL_FROM')
  if (text === undefined) {
    return from === undefined ? undefined : refuse('MAIL_FROM is set without MAIL_URL: set both, or neither')
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSound = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && url.username === ''
  if (!isSound || url.password !== '' || !/^\/?$/.test(url.pathname + url.search + url.hash)) {
    // What was written may hold a password, so the line does not repeat it.
    return refuse(
      'MAIL_URL is not a mail server: write it like smtps://mail.example:465; the login has variables of its own',
    )
  }
  const secure = url.protocol === 'smtps:'
  const login = readLogin(given, refuse)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    from: readFrom(from, refuse),
    ...(login === undefined ? {} : { login }),
  }
}

function readFrom(text: string | undefined, refuse: (line: string) => never): SmtpConfig['from'] {
  const found = /^([\p{L}\p{N} .&-]+) <([^<>]+)>$/u.exec(text ?? '')
  const [, name = '', typed = ''] = found ?? []
  const address = readAddress(typed)
  if (!isAddress(address) || address.kind !== 'email' || name.length > nameMax) {
    return refuse(`MAIL_FROM=${text ?? ''} is not a sender: write it like Bolsillo <avisos@bolsillo.example>`)
  }
  return { name: name.trim(), address: address.address }
}

function readLogin(given: (name: string) => string | undefined, refuse: (line: string) => never): SmtpConfig['login'] {
  const user = given('MAIL_USER')
  const file = given('MAIL_PASSWORD_FILE')
  if (user === undefined && file === undefined) return undefined
  if (user === undefined || file === undefined) {
    return refuse('MAIL_USER and MAIL_PASSWORD_FILE belong together: set both, or neither')
  }
  return { user, password: readSecretFile('MAIL_PASSWORD_FILE', file, refuse) }
}
