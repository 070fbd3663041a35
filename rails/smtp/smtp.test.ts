import { createServer, type Server, type Socket } from 'node:net'
import type { TransportMessage } from '@bolsillo/identity/server'
import { idOf, instant } from '@bolsillo/kernel'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpTransport, type SmtpConfig, writeLetter } from './index.ts'

/** A certificate of localhost for tests, and its key: both are public and trusted by nothing but these tests. */
const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt+OIUUNTIciuV0Yy
JsvlRrRGyM2Y/IOMMn+ZjdZXCeGhRANCAASoK1mF8RrlwzvG26dUhDYAO8/tgi/D
pN1XRXEC/zgo4kvXXsdKLIXVUzzqsBrUDu422mRTeRqnfF1YYc9MC8uu
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUV5lSy0bcHXSvexfWC+bgQW5y3ZMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODE2MTczMloYDzIxMjYxMTA0
MTYxNzMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASoK1mF8RrlwzvG26dUhDYAO8/tgi/DpN1XRXEC/zgo4kvXXsdKLIXV
UzzqsBrUDu422mRTeRqnfF1YYc9MC8uuo28wbTAdBgNVHQ4EFgQU/O9h5S1Zj7/n
8HsF0tHp27grEagwHwYDVR0jBBgwFoAU/O9h5S1Zj7/n8HsF0tHp27grEagwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAPQBeanpIELaqUuoiDiGt7PNBGYrsKIasxk4cj7N/CoHAiAg
h+xS9bQbW+4utqeeW3vFdgIHd+uv865deVfriLJZ/g==
-----END CERTIFICATE-----`,
} as const

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const message: TransportMessage = {
  id: idOf('msg', `msg_${'1'.padStart(26, '0')}`),
  to: { kind: 'email', address: 'ana@correo.example' },
  language: 'es-ES',
  title: 'Tu código para abrir la cuenta',
  text: '481920 es tu código de Bolsillo.',
  code: '481920',
  kind: 'register-code',
  at: instant(1_700_000_000_000),
}

/** A real mail server on this machine. @returns its port and what it got. */
async function mailServer(options: SMTPServerOptions = {}) {
  const got: { readonly to: string; readonly raw: string; readonly secure: boolean; readonly user: unknown }[] = []
  const server = new SMTPServer({
    ...localhostCertificate,
    authOptional: true,
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        got.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          raw,
          secure: session.secure,
          user: session.user,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const port = await listening(server.server as Server)
  closers.push(() => server.close())
  return { port, got }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A server that says what it likes. */
async function rawServer(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return await listening(server)
}

const transport = (port: number, more: Partial<SmtpConfig> = {}, trust = true, host = '127.0.0.1') =>
  createSmtpTransport({
    smtp: { host, port, secure: false, from: { name: 'Bolsillo', address: 'avisos@bolsillo.example' }, ...more },
    origins: ['https://app.bolsillo.example'],
    practice: true,
    ...(trust ? { ca: localhostCertificate.cert } : {}),
    waits: { answerMs: 400, wholeMs: 900 },
  })

// Another name of this machine, which is not taken for it: there TLS is demanded.
const elsewhere = '127.0.0.2'

describe('e-mail over SMTP', () => {
  it('arrives with its code in both forms, under an id that stays the same', async () => {
    const { port, got } = await mailServer()
    const out = transport(port)
    expect([await out.send(message), await out.send(message)]).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
    expect(got.map(({ to, secure }) => ({ to, secure }))).toEqual([
      { to: 'ana@correo.example', secure: true },
      { to: 'ana@correo.example', secure: true },
    ])
    const ids = got.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim())
    expect(ids).toEqual([`<${message.id}@bolsillo.example>`, `<${message.id}@bolsillo.example>`])
    expect(got[0]?.raw).toMatch(/text\/plain[\s\S]*481920[\s\S]*text\/html[\s\S]*481920/)
  })

  it('logs in, also over TLS from the first byte', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, done) =>
      username === 'bolsillo' && password === 'right' ? done(null, { user: username }) : done(new Error('no'))
    const { port, got } = await mailServer({ secure: true, authOptional: false, onAuth })
    const login = (password: string) => transport(port, { secure: true, login: { user: 'bolsillo', password } })
    expect(await login('right').send(message)).toEqual({ kind: 'sent' })
    expect(got[0]).toMatchObject({ secure: true, user: 'bolsillo' })
    expect(await login('wrong').send(message)).toEqual({ kind: 'down', problem: 'credentials-refused' })
    expect(await transport(port, { secure: true }).send(message)).toEqual({
      kind: 'down',
      problem: 'credentials-refused',
    })
    expect(got).toHaveLength(1)
  })

  it('sends nothing in the clear but to this machine, and nothing under a certificate it does not trust', async () => {
    const { port, got } = await mailServer({ disabledCommands: ['STARTTLS'] })
    expect(await transport(port).send(message)).toEqual({ kind: 'sent' })
    const open = await rawServer((socket) => answer(socket, {}))
    expect(await transport(open).send(message)).toEqual({ kind: 'sent' })
    const other = await otherServer((socket) => answer(socket, {}))
    expect(await transport(other, {}, true, elsewhere).send(message)).toMatchObject({
      kind: 'down',
      problem: 'insecure',
    })
    const own = await mailServer()
    expect(await transport(own.port, {}, false).send(message)).toMatchObject({ kind: 'down', problem: 'insecure' })
    expect([got.length, own.got.length]).toEqual([1, 0])
  })

  it.each<[string, Answers, object]>([
    ['a full mailbox', { 'RCPT TO': '452 4.2.2 full' }, { kind: 'later', problem: 'busy' }],
    ['an unknown address', { 'RCPT TO': '550 5.1.1 nobody' }, { kind: 'refused', problem: 'address-refused' }],
    ['a text that is taken for spam', { end: '554 5.7.1 spam' }, { kind: 'refused', problem: 'content-refused' }],
    ['a server out of room', { end: '451 4.3.0 later' }, { kind: 'later', problem: 'busy' }],
    ['a sender it does not know', { 'MAIL FROM': '550 5.7.1 who' }, { kind: 'down', problem: 'sender-refused' }],
    ['a server that closes', { 'MAIL FROM': '421 4.3.2 bye' }, { kind: 'down', problem: 'busy' }],
    ['nonsense', { 'RCPT TO': 'perhaps' }, { kind: 'down' }],
    ['silence', { 'RCPT TO': '' }, { kind: 'down', problem: 'unreachable' }],
  ])('%s', async (_, answers, outcome) => {
    const port = await rawServer((socket) => answer(socket, answers))
    expect(await transport(port).send(message)).toMatchObject(outcome)
  })

  it('is not kept waiting by a server that dies, is silent, or answers a letter at a time', async () => {
    const dying = await rawServer((socket) => {
      answer(socket, {})
      setTimeout(() => socket.destroy(), 20)
    })
    const silent = await rawServer(() => undefined)
    const slow = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('2'), 100)
      socket.on('close', () => clearInterval(timer))
    })
    const closed = await rawServer((socket) => socket.destroy())
    const nobody = 9
    const start = performance.now()
    for (const port of [silent, slow, closed, nobody]) {
      expect(await transport(port).send(message)).toEqual({ kind: 'down', problem: 'unreachable' })
    }
    expect(['sent', 'down']).toContain((await transport(dying).send(message)).kind)
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it('takes no further recipient and no header from an address or a title', async () => {
    const { port, got } = await mailServer()
    const addresses = [
      'a@b.example\r\nRCPT TO:<thief@evil.example>',
      'a@b.example,thief@evil.example',
      '<a@b.example> x',
    ]
    for (const address of addresses) {
      const outcome = await transport(port).send({ ...message, to: { kind: 'email', address } })
      expect(outcome).toEqual({ kind: 'refused', problem: 'address-refused' })
    }
    const title = 'Hola\r\nBcc: thief@evil.example\r\n\r\nother text'
    expect(await transport(port).send({ ...message, title })).toEqual({ kind: 'sent' })
    expect(got.map(({ to }) => to)).toEqual(['ana@correo.example'])
    expect(got[0]?.raw).not.toMatch(/^bcc:/im)
  })
})

describe('a letter', () => {
  const places = { origins: ['https://app.bolsillo.example'], practice: true }
  const write = (text: string) => writeLetter({ language: 'en-US', title: 'Hi', text }, places)

  it('makes buttons of our own links only, and markup of nothing', () => {
    const own = write('If it was not you, freeze it: https://app.bolsillo.example/pages/account/freeze?token=a')
    expect(own.html).toContain('href="https://app.bolsillo.example/pages/account/freeze?token=a"')
    expect(own.text).toContain('https://app.bolsillo.example/pages/account/freeze?token=a')
    for (const link of ['https://app.bolsillo.example.evil.example/x', 'https://app.bolsillo.example@evil.example/']) {
      expect(write(`Look: ${link}`).html).not.toContain('href')
    }
    expect(write('<img src=x onerror=1> "\'').html).toContain('&lt;img src=x onerror=1&gt; &quot;&#39;')
    expect(write('a\u202eb\u2066c').html).toContain('a b c')
  })

  it('says that it is of the practice market, and only then', () => {
    expect(write('x').html).toContain('Practice market')
    expect(write('x').text).toContain('Practice market')
    const real = writeLetter({ language: 'en-US', title: 'Hi', text: 'x' }, { ...places, practice: false })
    expect(real.html + real.text).not.toContain('Practice market')
  })
})

type Answers = Partial<Record<'MAIL FROM' | 'RCPT TO' | 'end', string>>

/** Speaks SMTP without STARTTLS, with these answers in place of good ones; an empty one is silence. */
function answer(socket: Socket, answers: Answers): void {
  let inLetter = false
  let rest = ''
  const say = (text: string) => text !== '' && socket.write(`${text}\r\n`)
  say('220 test')
  socket.on('data', (data) => {
    const lines = (rest + data.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (inLetter) {
        if (line !== '.') continue
        inLetter = false
        say(answers.end ?? '250 ok')
      } else if (line.startsWith('DATA')) {
        inLetter = true
        say('354 go on')
      } else if (line.startsWith('STARTTLS')) say('502 no')
      else {
        const command = (['MAIL FROM', 'RCPT TO'] as const).find((name) => line.startsWith(name))
        say(command === undefined ? '250 ok' : (answers[command] ?? '250 ok'))
      }
    }
  })
}

async function otherServer(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    talk(socket)
  })
  closers.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, elsewhere, resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
