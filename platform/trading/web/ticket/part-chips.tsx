import { Chips, useSaid } from '@bolsillo/ui'
import type { ReactNode } from 'react'

const parts = ['25', '50', '75', '100'] as const

/** Quick parts of what can be bought, sold or closed. */
export function PartChips(props: {
  readonly label: string
  /** What the whole is called, where it is not called 100 %. */
  readonly whole?: string
  readonly onPick: (percent: bigint) => void
  readonly aside?: ReactNode
}) {
  const { label, whole, onPick, aside } = props
  const said = useSaid()
  return (
    <Chips
      label={label}
      onPick={(part) => onPick(BigInt(part))}
      choices={parts.map((value) => ({
        value,
        label: value === '100' && whole !== undefined ? whole : said.share(value),
      }))}
      {...(aside === undefined ? {} : { aside })}
    />
  )
}
