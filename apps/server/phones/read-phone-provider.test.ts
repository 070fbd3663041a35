import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const root = mkdtempSync(join(tmpdir(), 'bolsillo-phones-'))
const file = (name: string, text: string): string => {
  writeFileSync(join(root, name), text)
  return join(root, name)
}
const SMS_PASSWORD_FILE = file('password', 'open sesame\n')
const SMS_SIGNATURE_FILE = file('signature', 'sealed\n')
const names = { 'es-ES': 'HX1', 'en-US': 'HX2', 'pt-BR': 'HX3' }
const WHATSAPP_TEMPLATES_FILE = file('templates', JSON.stringify({ code: names }))
const empty = file('empty', '')
afterAll(() => rmSync(root, { recursive: true }))

const PUBLIC_URL = 'https://app.bolsillo.example'
const SMS_USER = `AC${'0a'.repeat(16)}`
const twilio = { PUBLIC_URL, SMS_PROVIDER: 'twilio', SMS_USER, SMS_FROM: '+525512345678', SMS_PASSWORD_FILE }
const vonage = { ...twilio, SMS_PROVIDER: 'vonage', SMS_USER: 'abcd1234', SMS_FROM: 'Bolsillo', SMS_SIGNATURE_FILE }

describe('the provider of messages to phones', () => {
  it('is none by default, and each is read with its secrets', () => {
    expect(readConfig({}, root).phones).toBeUndefined()
    expect(readConfig(twilio, root).phones).toEqual({
      ...{ provider: 'twilio', url: 'https://api.twilio.com', from: '+525512345678', user: SMS_USER },
      ...{ password: 'open sesame', signatureSecret: 'open sesame' },
    })
    const whatsapp = { WHATSAPP_FROM: '+525512345679', WHATSAPP_TEMPLATES_FILE }
    expect(readConfig({ ...vonage, SMS_URL: 'https://api-eu.vonage.com', ...whatsapp }, root).phones).toEqual({
      ...{ provider: 'vonage', url: 'https://api-eu.vonage.com', from: 'Bolsillo', user: 'abcd1234' },
      ...{ password: 'open sesame', signatureSecret: 'sealed' },
      whatsapp: { from: '+525512345679', templates: { code: names } },
    })
    const local = { ...twilio, PUBLIC_URL: '', SMS_URL: 'http://127.0.0.1:9' }
    expect(readConfig(local, root).phones?.url).toBe('http://127.0.0.1:9')
  })

  it.each([
    [{ ...twilio, SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [{ SMS_FROM: '+525512345678' }, 'SMS_FROM'],
    [{ WHATSAPP_FROM: '+525512345678' }, 'WHATSAPP_FROM'],
    [{ ...twilio, PUBLIC_URL: '' }, 'PUBLIC_URL'],
    [{ ...twilio, PUBLIC_URL: 'http://app.bolsillo.example' }, 'PUBLIC_URL'],
    [{ ...twilio, SMS_URL: 'http://api.twilio.com' }, 'SMS_URL'],
    [{ ...twilio, SMS_URL: 'https://u:hunter2@api.twilio.com' }, 'SMS_URL'],
    [{ ...twilio, SMS_URL: 'https://api.twilio.com/hunter2' }, 'SMS_URL'],
    [{ ...twilio, SMS_URL: 'http://127.0.0.1.evil.example' }, 'SMS_URL'],
    [{ ...twilio, SMS_USER: 'somebody' }, 'SMS_USER'],
    [{ ...twilio, SMS_FROM: 'a\r\nX: y' }, 'SMS_FROM'],
    [{ ...twilio, SMS_FROM: 'A name that is too long' }, 'SMS_FROM'],
    [{ ...twilio, SMS_PASSWORD_FILE: '' }, 'SMS_PASSWORD_FILE'],
    [{ ...twilio, SMS_PASSWORD_FILE: empty }, 'SMS_PASSWORD_FILE'],
    [{ ...twilio, SMS_SIGNATURE_FILE }, 'SMS_SIGNATURE_FILE'],
    [{ ...vonage, SMS_SIGNATURE_FILE: '' }, 'SMS_SIGNATURE_FILE'],
    [{ ...twilio, WHATSAPP_FROM: '+525512345678' }, 'WHATSAPP_TEMPLATES_FILE'],
    [{ ...twilio, WHATSAPP_FROM: 'Bolsillo', WHATSAPP_TEMPLATES_FILE }, 'WHATSAPP_FROM'],
    [{ ...twilio, WHATSAPP_FROM: '+525512345678', WHATSAPP_TEMPLATES_FILE: '/none' }, 'WHATSAPP_TEMPLATES_FILE'],
    [{ ...twilio, WHATSAPP_FROM: '+525512345678', WHATSAPP_TEMPLATES_FILE: empty }, 'WHATSAPP_TEMPLATES_FILE'],
  ])('refuses %j in one line that holds no password', (environment, name) => {
    expect(() => readConfig(environment, root)).toThrow(name)
    expect(() => readConfig(environment, root)).not.toThrow('hunter2')
  })
})
