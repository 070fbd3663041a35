import { mail as enUS } from '@bolsillo/identity/messages/mail/en-US'
import { mail as esES } from '@bolsillo/identity/messages/mail/es-ES'
import { mail as ptBR } from '@bolsillo/identity/messages/mail/pt-BR'
import { describe, expect, it } from 'vitest'
import { writeShortText } from './index.ts'

const appUrl = 'https://app.bolsillo.example'
const places = { appUrl, origins: [appUrl], practice: false }
const write = (text: string) => writeShortText({ language: 'es-ES', text }, places)

describe('a short text', () => {
  it('says that it is of the practice market, and only then', () => {
    const marked = (language: 'es-ES' | 'en-US' | 'pt-BR') =>
      writeShortText({ language, text: 'x' }, { ...places, practice: true })
    expect(marked('es-ES')).toBe('[Práctica: dinero no real] Bolsillo: x')
    expect(marked('en-US')).toBe('[Practice: no real money] Bolsillo: x')
    expect(marked('pt-BR')).toBe('[Prática: dinheiro não real] Bolsillo: x')
    expect(write('x')).toBe('Bolsillo: x')
    expect(write('Tu código de Bolsillo')).toBe('Tu código de Bolsillo')
  })

  it.each([
    ['nombre: https://evil.example/x; red: a', 'nombre: evil. example/x; red: a'],
    ['nombre: evil.com', 'nombre: evil. com'],
    ['nombre: evil。com', 'nombre: evil. com'],
    ['nombre: ev\u200bil.com', 'nombre: ev il. com'],
    ['red: 10.1.2.3', 'red: 10·1·2·3'],
    ['javascript://evil.com', 'evil. com'],
    ['https://app.bolsillo.example.evil.com/x', 'app. bolsillo. example. evil. com/x'],
    ['https://app.bolsillo.example@evil.com/x', 'app. bolsillo. example@evil. com/x'],
    ['https://evil.com/@app.bolsillo.example', 'evil. com/@app. bolsillo. example'],
    ['son 1,234.50 MXN.', 'son 1,234.50 MXN.'],
    ['ahora es an•••@correo.mx. Fin', 'ahora es an•••@correo.mx. Fin'],
    ['uno\r\ndos\u2028tres\u202e', 'uno dos tres'],
  ])('holds no link of others: %j', (text, expected) => {
    expect(write(text)).toBe(`Bolsillo: ${expected}`)
  })

  it('keeps our own link whole, however long the rest is', () => {
    const link = `${appUrl}/pages/account/freeze?token=${'a'.repeat(43)}`
    const long = write(`Se abrió en ${'otro equipo '.repeat(90)}: ${link}`)
    expect(long.endsWith(`… ${link}`)).toBe(true)
    expect(long.length).toBeLessThan(460)
    expect(write('x'.repeat(5_000)).length).toBeLessThan(330)
  })

  it('binds a code to our own name where the app has one', () => {
    const code = { language: 'es-ES', text: '481920 es tu código de Bolsillo.', code: '481920' } as const
    expect(writeShortText(code, places)).toBe(`${code.text}\n\n@app.bolsillo.example #481920`)
    expect(writeShortText(code, { ...places, appUrl: 'http://localhost:8080' })).toBe(code.text)
  })

  it('has room for every message there is, with the mark and whole', () => {
    for (const [language, mail] of Object.entries({ 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR })) {
      for (const { text } of Object.values(mail)) {
        const filled = text.replace(/\{link\}/, `${appUrl}/x`).replace(/\{\w+\}/g, 'alguna')
        const short = writeShortText({ language: language as 'es-ES', text: filled }, { ...places, practice: true })
        expect(short).not.toContain('…')
      }
    }
  })
})
