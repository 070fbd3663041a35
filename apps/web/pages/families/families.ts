import { family as contract } from '@bolsillo/contracts/web'
import { family as coin } from '@bolsillo/spot/web'
import { family as stock } from '@bolsillo/stocks/web'
import { readStored, writeStored } from '@bolsillo/web-kit'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'

/** The props of a family's tab: its title, and the family switch to show at the top. */
interface FamilyPageProps {
  readonly title: string
  readonly families: ReactNode
}

type Tab = 'markets' | 'trade' | 'position'
type Load = () => Promise<{ readonly default: ComponentType<FamilyPageProps> }>

const rooms: readonly (Readonly<Record<Tab, Load>> & { readonly key: FamilyKey })[] = [coin, contract, stock]

/** The specification's names, kept under `systemTradeType`; coins are shown first. */
const familyKeys = ['coin', 'contract', 'stock'] as const
export type FamilyKey = (typeof familyKeys)[number]

/** The families this app has, in their order. */
export const shownFamilies: readonly FamilyKey[] = familyKeys.filter((key) => rooms.some((room) => room.key === key))

const component = (key: FamilyKey, tab: Tab) => {
  const room = rooms.find((one) => one.key === key)
  return room === undefined ? undefined : lazy(room[tab])
}

/** A tab's page in each family. */
export const familyPages = (tab: Tab) => new Map(shownFamilies.map((key) => [key, component(key, tab)] as const))

/** The family in the URL, otherwise the last one shown, otherwise the first. */
export function useFamily(): readonly [FamilyKey, (next: FamilyKey) => void] {
  const [params, setParams] = useSearchParams()
  const named = params.get('family') ?? readStored('systemTradeType')
  const family = shownFamilies.find((key) => key === named) ?? shownFamilies[0] ?? 'stock'
  const choose = (next: FamilyKey): void => {
    writeStored('systemTradeType', next)
    setParams({ family: next }, { replace: true })
  }
  return [family, choose]
}
