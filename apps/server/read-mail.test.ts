import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const root = mkdtempSync(join(tmpdir(), 'bolsillo-mail-'))
const password = join(root, 'password')
writeFileSync(password, 'open sesame\n')
const empty = join(root, 'empty')
writeFileSync(empty, '')
afterAll(() => rmSync(root, { recursive: true }))

const MAIL_FROM = 'Bolsillo <avisos@bolsillo.example>'

describe('the mail server of the environment', () => {
  it('is none by default, and read with its login', () => {
    expect(readConfig({}, root).mail).toBeUndefined()
    const from = { name: 'Bolsillo', address: 'avisos@bolsillo.example' }
    expect(readConfig({ MAIL_URL: 'smtp://mail.example', MAIL_FROM }, root).mail).toEqual({
      ...{ host: 'mail.example', port: 587, secure: false, from },
    })
    const login = { MAIL_USER: 'bolsillo', MAIL_PASSWORD_FILE: password }
    expect(readConfig({ MAIL_URL: 'smtps://mail.example', MAIL_FROM, ...login }, root).mail).toEqual({
      ...{ host: 'mail.example', port: 465, secure: true, from },
      login: { user: 'bolsillo', password: 'open sesame' },
    })
  })

  it.each([
    [{ MAIL_URL: 'https://mail.example', MAIL_FROM }, 'MAIL_URL'],
    [{ MAIL_URL: 'smtps://u:hunter2@mail.example', MAIL_FROM }, 'MAIL_URL'],
    [{ MAIL_URL: 'smtps://mail.example/x', MAIL_FROM }, 'MAIL_URL'],
    [{ MAIL_URL: 'smtps://mail.example' }, 'MAIL_FROM'],
    [{ MAIL_FROM }, 'MAIL_FROM'],
    [{ MAIL_URL: 'smtps://mail.example', MAIL_FROM: 'Bolsillo\r\nBcc: x <a@b.mx>' }, 'MAIL_FROM'],
    [{ MAIL_URL: 'smtps://mail.example', MAIL_FROM, MAIL_USER: 'u' }, 'MAIL_PASSWORD_FILE'],
    [
      { MAIL_URL: 'smtps://mail.example', MAIL_FROM, MAIL_USER: 'u', MAIL_PASSWORD_FILE: '/none' },
      'MAIL_PASSWORD_FILE',
    ],
    [{ MAIL_URL: 'smtps://mail.example', MAIL_FROM, MAIL_USER: 'u', MAIL_PASSWORD_FILE: empty }, 'MAIL_PASSWORD_FILE'],
  ])('refuses %j in one line that holds no password', (environment, names) => {
    expect(() => readConfig(environment, root)).toThrow(names)
    expect(() => readConfig(environment, root)).not.toThrow('hunter2')
  })
})
