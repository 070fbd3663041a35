import { Icon, SelectField } from '@bolsillo/ui'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import { useState } from 'react'

/** Two choices side by side, what leaves and what arrives, and the button that turns them round. */
export function TwoSides<Choice extends string>(props: {
  readonly labels: { readonly from: string; readonly to: string; readonly turn: string }
  readonly from: Choice
  readonly to: Choice
  readonly choices: readonly { readonly value: Choice; readonly label: string }[]
  readonly onPick: (side: 'from' | 'to', choice: Choice) => void
  readonly onTurn: () => void
}) {
  const { labels, from, to, choices, onPick, onTurn } = props
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-1 tiny:grid-cols-1">
      <SelectField label={labels.from} value={from} onChange={(choice) => onPick('from', choice)} choices={choices} />
      <button
        type="button"
        aria-label={labels.turn}
        onClick={onTurn}
        className="relative mb-2 grid size-10 place-items-center tiny:mx-auto tiny:mb-0 rounded-pill bg-wash text-brand before:absolute before:-inset-0.5 active:opacity-70"
      >
        <Icon of={ArrowDownUp} size={18} className="rotate-90 tiny:rotate-0" />
      </button>
      <SelectField label={labels.to} value={to} onChange={(choice) => onPick('to', choice)} choices={choices} />
    </div>
  )
}

/** From where to where. Choosing what the other side has turns the two round. */
export function useTwoSides<Choice extends string>(
  first: { readonly from: Choice; readonly to: Choice },
  onChange: () => void,
) {
  const [sides, setSides] = useState(first)
  const { from, to } = sides
  const turn = (): void => {
    setSides({ from: to, to: from })
    onChange()
  }
  const pick = (side: 'from' | 'to', choice: Choice): void => {
    const other = side === 'from' ? to : from
    setSides(choice === other ? { from: to, to: from } : { ...sides, [side]: choice })
    onChange()
  }
  return { from, to, turn, pick }
}
