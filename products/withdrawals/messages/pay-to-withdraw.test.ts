import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Fraud's own words: pay first (a tax, a margin, a fee, a deposit, a level) and then you may withdraw. No message of any
// room, in any language, may say so, whatever it is about.

const root = new URL('../../../', import.meta.url)
const money = 'retir|saque|sacar|withdraw|desbloque|descongel|desbloquear|unlock|unfreeze|libera|release'
const before = [
  // Spanish and Portuguese.
  'dep[oó]sit[aeo]r?|paga[r]?|abona[r]?|transfier[ea]|recarg[au]|pague|transfir[ae]',
  // English.
  'deposit|pay|top up|recharge|transfer',
].join('|')
const patterns: readonly RegExp[] = [
  new RegExp(
    `\\b(?:${before})\\w*\\b[^.]{0,60}\\b(?:para|antes de|to|before|in order to|for)\\s+(?:poder\\s+)?(?:tu\\s+|your\\s+|seu\\s+)?(?:${money})`,
    'i',
  ),
  new RegExp(`\\b(?:${money})\\w*\\b[^.]{0,60}\\b(?:primero|first|primeiro)\\b[^.]{0,40}\\b(?:${before})`, 'i'),
  new RegExp(
    `\\b(?:vip|margen|margin|impuesto|tax|imposto|garant[ií]a|collateral|turnover|volumen|score|puntaje)\\b[^.]{0,60}\\b(?:${money})`,
    'i',
  ),
]
/** Sentences that say the opposite, and are right to. */
const denials = /\b(?:nunca|never|no cuesta|costs nothing|não custa)\b/i

const sentences = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+/)
const isPayToWithdraw = (text: string): boolean =>
  sentences(text).some((sentence) => patterns.some((pattern) => pattern.test(sentence)) && !denials.test(sentence))

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Every file of words in the repository. */
function wordFiles(): readonly URL[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /^(?:es-ES|en-US|pt-BR)\.ts$/.test(file.name))
    .filter((file) => !file.parentPath.includes('node_modules'))
    .map((file) => new URL(`file://${file.parentPath}/${file.name}`))
}

describe('words', () => {
  it.each([
    'Deposita 500 pesos para retirar tu dinero.',
    'Paga el impuesto antes de retirar.',
    'Pay the tax to withdraw your funds.',
    'To unfreeze your account first pay a margin.',
    'Transfira 10 % para liberar seu saque.',
    'Sube a VIP 3 y podrás retirar sin límite: VIP para retirar.',
    'Recharge your account before withdrawing.',
  ])('that ask for money first are recognised: %s', (text) => {
    expect(isPayToWithdraw(text)).toBe(true)
  })

  it.each([
    'La comisión sale del importe. Nunca se te pide depositar para retirar.',
    'The fee comes out of the amount. You are never asked to deposit in order to withdraw.',
    'Crea tu contraseña de retiros antes de retirar.',
  ])('that say the opposite are not: %s', (text) => {
    expect(isPayToWithdraw(text)).toBe(false)
  })

  it('of every room, in every language, never ask for money before a withdrawal', async () => {
    const files = wordFiles()
    expect(files.length).toBeGreaterThan(40)
    const found: string[] = []
    for (const file of files) {
      const module: Readonly<Record<string, unknown>> = await import(file.href)
      for (const text of textsOf(module.messages ?? module.words)) {
        if (isPayToWithdraw(text)) found.push(`${file.pathname.slice(root.pathname.length)}: ${text}`)
      }
    }
    expect(found).toEqual([])
  })
})
