/// <reference types="vite/types/importMeta.d.ts" />
import { fillText, numberStyleOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'

type Words = { readonly [key: string]: string | Words }

const files: Readonly<Record<string, Words>> = import.meta.glob(
  ['../../{platform,products,rails}/*/messages/*.ts', '../../kit/server/messages/*-*.ts'],
  { eager: true, import: 'messages' },
)
const languages = ['es-ES', 'en-US', 'pt-BR'] as const
const nb = '\u00a0'

/** Every sentence the server fills: refusals, notices, and the terms within them. */
function sentencesOf(language: (typeof languages)[number]): readonly (readonly [name: string, text: string])[] {
  return Object.entries(files)
    .filter(([path]) => path.endsWith(`/${language}.ts`))
    .flatMap(([path, words]) => {
      const room = path.split('/').slice(2, 4).join('/')
      return ['rejections', 'notices'].flatMap((group) => leavesOf(words[group] ?? {}, `${room} ${group}`))
    })
}

function leavesOf(words: string | Words, name: string): readonly (readonly [string, string])[] {
  if (typeof words === 'string') return [[name, words]]
  return Object.entries(words).flatMap(([key, value]) => leavesOf(value, `${name}.${key}`))
}

/** Placeholders that are amounts wherever their sentence names an asset. */
const isAmount = /^(?:min|max|left|limit|lost|short|available|needed|removable|low|high|fee|vat|net|amount|most|least)$/
/** Values of one amount and its code: what the server fills them with is one text, `1234.50 MXN`. */
const whole = '25000.00 MXN'

const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const namesAsset = (text: string): boolean => /\{(?:asset|currency)\}|\b(?:MXN|USDT?|BRL|BTC|ETH)\b/.test(text)

describe.each(languages)('the sentences of the server in %s', (language) => {
  const style = numberStyleOf(language)
  const shown = language === 'pt-BR' ? `MX$${nb}25.000,00` : `MX$${nb}25,000.00`
  const sentences = sentencesOf(language)

  it('are all found', () => {
    expect(sentences.length).toBeGreaterThan(300)
    expect(
      sentences.filter(([, text]) => namesAsset(text) && placeholdersOf(text).some((one) => isAmount.test(one))).length,
    ).toBeGreaterThan(20)
  })

  it('show each amount with the symbol before it, never with a code after it', () => {
    const wrong = sentences.flatMap(([name, text]) => {
      const asset = /\bUSDT\b/.test(text) ? 'USDT' : 'MXN'
      const values = Object.fromEntries(
        placeholdersOf(text).map((one) => [
          one,
          isAmount.test(one) ? '25000.00' : one === 'asset' || one === 'currency' ? asset : '7',
        ]),
      )
      const said = fillText(text, values, style)
      const amount = asset === 'MXN' ? shown : shown.replace('MX$', 'USDT')
      const bare = said.replaceAll(amount, '')
      return namesAsset(text) && /25[.,]?000/.test(bare) ? [`${name}: ${said}`] : []
    })
    expect(wrong).toEqual([])
  })

  it('show an amount that comes with its code in the same way', () => {
    const nameless = sentences.filter(([, text]) => !namesAsset(text))
    const wrong = nameless.flatMap(([name, text]) => {
      const said = fillText(text, Object.fromEntries(placeholdersOf(text).map((one) => [one, whole])), style)
      return said.replaceAll(shown, '').includes('25') ? [`${name}: ${said}`] : []
    })
    expect(wrong).toEqual([])
  })
})
