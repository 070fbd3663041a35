import { classes, DockContext, SkeletonRows } from '@bolsillo/ui'
import { KeyHint, useKeys } from '@bolsillo/ui/keys'
import { useWords } from '@bolsillo/web-kit'
import { Fragment, Suspense, useEffect, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import type { InstrumentPageProps } from '../instrument-page.tsx'
import { type Side, usePermission } from '../permission.tsx'
import { useLeftTicket } from '../ticket/use-left-ticket.ts'
import { forgetDockFocus, giveDockFocus, wantDockFocus } from './dock-focus.ts'
import { DockLockContext } from './dock-lock.ts'
import { DockedSheet } from './docked-sheet.tsx'

const sides = ['buy', 'sell'] as const
/** The keys of the pictures: `Buy` and `Sell`, the same in every language. */
const keyOf = { buy: 'B', sell: 'S' } as const

type Trade = NonNullable<InstrumentPageProps['trade']>

/** The product's ticket beside the chart: the same part as on a phone, with the switch of its side above. */
export function DeskTicket({ symbol, trade }: { readonly symbol: string; readonly trade: Trade }) {
  const { whenRestricted, labels, ticket } = trade
  const t = useWords<Messages>('trading')
  const { may, isRestricted } = usePermission(whenRestricted)
  const left = useLeftTicket(symbol)
  const [side, setSide] = useState<Side>(left ?? (may('buy') || !may('sell') ? 'buy' : 'sell'))
  // While an order is on its way the form of the other side would take its outcome off the page.
  const [isLocked, setLocked] = useState(false)
  // An order that is done leaves an empty form.
  const [turn, setTurn] = useState(0)
  const nameOf = (one: Side): string => labels?.[one] ?? t(`sides.${one}`)
  useKeys(
    sides.map((one) => ({
      key: keyOf[one].toLowerCase(),
      label: nameOf(one),
      active: may(one) && !isLocked,
      run: () => {
        wantDockFocus('amount')
        // The form of this side shows already: it is not drawn anew.
        if (side === one) giveDockFocus(document.querySelector<HTMLElement>('[data-dock]'))
        else setSide(one)
      },
    })),
  )
  useEffect(() => forgetDockFocus, [])
  return (
    // Four quick parts and a word beside them fit the column.
    <div className="border-page border-b-8 [&_[role=group]]:gap-1 [&_[role=group]_button]:px-1">
      <SideSwitch side={side} onSide={setSide} nameOf={nameOf} may={(one) => may(one) && !isLocked} />
      {isRestricted && <p className="px-4 pb-3 text-12 text-second">{t(`restricted.${whenRestricted}`)}</p>}
      <DockLockContext value={setLocked}>
        <DockContext value={DockedSheet}>
          <Suspense
            fallback={
              <div className="px-4">
                <SkeletonRows rows={6} />
              </div>
            }
          >
            <Fragment key={`${side} ${turn}`}>{ticket(side, () => setTurn((done) => done + 1))}</Fragment>
          </Suspense>
        </DockContext>
      </DockLockContext>
    </div>
  )
}

function SideSwitch(props: {
  readonly side: Side
  readonly onSide: (side: Side) => void
  readonly nameOf: (side: Side) => string
  readonly may: (side: Side) => boolean
}) {
  const { side, onSide, nameOf, may } = props
  const t = useWords<Messages>('trading')
  return (
    <fieldset className="m-4 mb-3 flex rounded-[10px] bg-hair p-[3px]">
      <legend className="sr-only">{t('workspace.side')}</legend>
      {sides.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={side === one}
          aria-keyshortcuts={keyOf[one]}
          disabled={!may(one)}
          onClick={() => onSide(one)}
          className={classes(
            'flex min-h-11 min-w-0 flex-1 items-center justify-center gap-2 rounded-small px-1 text-14 disabled:opacity-45',
            side !== one && 'text-second',
            side === one && `font-strong text-on-fill ${one === 'buy' ? 'bg-up-ink' : 'bg-down-ink'}`,
          )}
        >
          {nameOf(one)}
          <span aria-hidden="true">
            <KeyHint onFill={side === one}>{keyOf[one]}</KeyHint>
          </span>
        </button>
      ))}
    </fieldset>
  )
}
