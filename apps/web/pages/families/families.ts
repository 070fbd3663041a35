import { readStored, writeStored } from '@bolsillo/web-kit'
import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { rooms } from '../../routes.ts'

/** The families of this app, in their order. */
export const families = Object.values(rooms)
  .flatMap(({ family }) => family ?? [])
  .toSorted((a, b) => a.place - b.place)

/** A tab's page in each family. */
export const familyPages = (tab: 'markets' | 'trade' | 'position') =>
  new Map(families.map((family) => [family.key, lazy(family[tab])] as const))

/** The family the address names, else the one looked at last (`systemTradeType`), else the first. */
export function useFamily(): readonly [string, (next: string) => void] {
  const [params, setParams] = useSearchParams()
  const named = params.get('family') ?? readStored('systemTradeType')
  const family = (families.find(({ key }) => key === named) ?? families[0])?.key ?? ''
  const choose = (next: string): void => {
    writeStored('systemTradeType', next)
    setParams({ family: next }, { replace: true })
  }
  return [family, choose]
}
