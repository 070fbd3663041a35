import { appSettings } from '@bolsillo/settings/domain'
import { knownSetting } from '@bolsillo/settings/web'
import { readStored, useSearchParams, writeStored } from '@bolsillo/web-kit'
import { lazy, useState } from 'react'
import { rooms } from '../../routes.ts'

/** The families of this app, in their order. */
export const families = Object.values(rooms)
  .flatMap(({ family }) => family ?? [])
  .toSorted((a, b) => a.place - b.place)

/** The family each kind of holding is traded in. */
const familyOf = { share: 'stock', coin: 'coin' } as const
const assetsPath = '/pages/user/assets'

/** Where something that is owned is traded, and money shown; undefined where it is not. */
export function holdingHref(holding: {
  readonly kind: string
  readonly symbol?: string | undefined
}): string | undefined {
  const { kind, symbol } = holding
  if (kind === 'cash') return assetsPath
  if (kind !== 'share' && kind !== 'coin') return undefined
  const family = families.find(({ key }) => key === familyOf[kind])
  return symbol === undefined ? undefined : family?.chartOf(symbol)
}

/** A tab's page in each family. */
export const familyPages = (tab: 'markets' | 'trade' | 'position') =>
  new Map(families.map((family) => [family.key, lazy(family[tab])] as const))

/** What a tab is in place of a family: all of them together. */
export const everything = 'all'

/**
 * What of the keys a tab has the address names, else where the tab begins, else the family looked at last
 * (`systemTradeType`), else the published one. `choose` keeps a family for the next time.
 */
export function useFamily(
  keys: readonly string[],
  begin: string | undefined,
): readonly [string, (next: string) => void] {
  const [params, setParams] = useSearchParams()
  // As it was when the tab opened: one that arrives later would take away what is being typed.
  const [published] = useState(() => knownSetting(appSettings.tradeType))
  const named = [params.get('family'), begin, readStored('systemTradeType'), published]
  const family = named.find((key) => key !== undefined && key !== null && keys.includes(key)) ?? keys[0] ?? ''
  const choose = (next: string): void => {
    if (next !== everything) writeStored('systemTradeType', next)
    setParams({ family: next }, { replace: true })
  }
  return [family, choose]
}
