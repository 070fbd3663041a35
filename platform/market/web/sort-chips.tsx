import { Chips } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { listSorts } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

export type ListSort = (typeof listSorts)[number]

/** How a list of instruments is sorted. */
export function SortChips(props: {
  readonly label: string
  readonly value: ListSort
  readonly onPick: (sort: ListSort) => void
  readonly className?: string
}) {
  const t = useWords<Messages>('market')
  return <Chips {...props} choices={listSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))} />
}
