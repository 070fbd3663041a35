import { messages as alertsEn } from '@bolsillo/alerts/messages/en-US'
import { messages as alertsEs } from '@bolsillo/alerts/messages/es-ES'
import { messages as alertsPt } from '@bolsillo/alerts/messages/pt-BR'
import { messages as aboutEn } from '@bolsillo/app-web/words/about/en-US'
import { messages as aboutEs } from '@bolsillo/app-web/words/about/es-ES'
import { messages as aboutPt } from '@bolsillo/app-web/words/about/pt-BR'
import { messages as coreEn } from '@bolsillo/app-web/words/en-US'
import { messages as coreEs } from '@bolsillo/app-web/words/es-ES'
import { messages as corePt } from '@bolsillo/app-web/words/pt-BR'
import { messages as contractsEn } from '@bolsillo/contracts/messages/en-US'
import { messages as contractsEs } from '@bolsillo/contracts/messages/es-ES'
import { messages as contractsPt } from '@bolsillo/contracts/messages/pt-BR'
import { messages as filesEn } from '@bolsillo/files/messages/en-US'
import { messages as filesEs } from '@bolsillo/files/messages/es-ES'
import { messages as filesPt } from '@bolsillo/files/messages/pt-BR'
import { messages as identityEn } from '@bolsillo/identity/messages/en-US'
import { messages as identityEs } from '@bolsillo/identity/messages/es-ES'
import { messages as identityPt } from '@bolsillo/identity/messages/pt-BR'
import { messages as ipoEn } from '@bolsillo/ipo/messages/en-US'
import { messages as ipoEs } from '@bolsillo/ipo/messages/es-ES'
import { messages as ipoPt } from '@bolsillo/ipo/messages/pt-BR'
import { messages as ledgerEn } from '@bolsillo/ledger/messages/en-US'
import { messages as ledgerEs } from '@bolsillo/ledger/messages/es-ES'
import { messages as ledgerPt } from '@bolsillo/ledger/messages/pt-BR'
import { messages as companyEn } from '@bolsillo/market/messages/company/en-US'
import { messages as companyEs } from '@bolsillo/market/messages/company/es-ES'
import { messages as companyPt } from '@bolsillo/market/messages/company/pt-BR'
import { messages as marketEn } from '@bolsillo/market/messages/en-US'
import { messages as marketEs } from '@bolsillo/market/messages/es-ES'
import { messages as marketPt } from '@bolsillo/market/messages/pt-BR'
import { messages as watchlistsEn } from '@bolsillo/market/messages/watchlists/en-US'
import { messages as watchlistsEs } from '@bolsillo/market/messages/watchlists/es-ES'
import { messages as watchlistsPt } from '@bolsillo/market/messages/watchlists/pt-BR'
import { messages as spotEn } from '@bolsillo/spot/messages/en-US'
import { messages as spotEs } from '@bolsillo/spot/messages/es-ES'
import { messages as spotPt } from '@bolsillo/spot/messages/pt-BR'
import { messages as stocksEn } from '@bolsillo/stocks/messages/en-US'
import { messages as stocksEs } from '@bolsillo/stocks/messages/es-ES'
import { messages as stocksPt } from '@bolsillo/stocks/messages/pt-BR'
import { messages as supportEn } from '@bolsillo/support/messages/en-US'
import { messages as supportEs } from '@bolsillo/support/messages/es-ES'
import { messages as supportPt } from '@bolsillo/support/messages/pt-BR'
import { messages as tradingEn } from '@bolsillo/trading/messages/en-US'
import { messages as tradingEs } from '@bolsillo/trading/messages/es-ES'
import { messages as tradingPt } from '@bolsillo/trading/messages/pt-BR'
import { words as partsEn } from '@bolsillo/ui/words/en-US'
import { words as partsEs } from '@bolsillo/ui/words/es-ES'
import { words as partsPt } from '@bolsillo/ui/words/pt-BR'
import type { Language } from './phone.ts'

// Journeys look for what a customer reads, so their texts are the rooms' own.
const bundles = {
  'es-ES': {
    core: coreEs,
    about: aboutEs,
    alerts: alertsEs,
    identity: identityEs,
    ipo: ipoEs,
    ledger: ledgerEs,
    market: marketEs,
    company: companyEs,
    watchlists: watchlistsEs,
    stocks: stocksEs,
    support: supportEs,
    files: filesEs,
    spot: spotEs,
    contracts: contractsEs,
    trading: tradingEs,
    parts: partsEs,
  },
  'en-US': {
    core: coreEn,
    about: aboutEn,
    alerts: alertsEn,
    identity: identityEn,
    ipo: ipoEn,
    ledger: ledgerEn,
    market: marketEn,
    company: companyEn,
    watchlists: watchlistsEn,
    stocks: stocksEn,
    support: supportEn,
    files: filesEn,
    spot: spotEn,
    contracts: contractsEn,
    trading: tradingEn,
    parts: partsEn,
  },
  'pt-BR': {
    core: corePt,
    about: aboutPt,
    alerts: alertsPt,
    identity: identityPt,
    ipo: ipoPt,
    ledger: ledgerPt,
    market: marketPt,
    company: companyPt,
    watchlists: watchlistsPt,
    stocks: stocksPt,
    support: supportPt,
    files: filesPt,
    spot: spotPt,
    contracts: contractsPt,
    trading: tradingPt,
    parts: partsPt,
  },
} as const

export type Texts = (typeof bundles)[Language]

/** The words of every room in a language. */
export function wordsOf(language: Language): Texts {
  return bundles[language]
}

/** Fills the `{placeholders}` of a text. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A text as the start of what an element says, its placeholders standing for anything. */
export function startingWith(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}`)
}

/** A text anywhere in what an element says, its placeholders standing for anything. */
export function saying(text: string): RegExp {
  return new RegExp(startingWith(text).source.slice(1))
}

/**
 * The first decimal number in a text, as a person of that language reads it, in units of `10^-scale`. Deliberately not
 * the app's own formatting: it must be readable, not merely equal to itself.
 * @throws Error when the text holds none.
 */
export function readFigure(text: string, language: Language, scale = 2): bigint {
  const plain = language === 'pt-BR' ? text.replaceAll('.', '').replaceAll(',', '.') : text.replaceAll(',', '')
  const found = /([−-]?)[^\d−-]*?(\d+)(?:\.(\d+))?/.exec(plain)
  if (found === null) throw new Error(`no number in “${text}”`)
  const [, sign, whole = '0', fraction = ''] = found
  if (fraction.length > scale && /[1-9]/.test(fraction.slice(scale)))
    throw new Error(`“${text}” is finer than ${scale}`)
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '' ? units : -units
}

/** A wire decimal in units of `10^-scale`. */
export function unitsOf(decimal: string, scale = 2): bigint {
  return readFigure(decimal, 'en-US', scale)
}
