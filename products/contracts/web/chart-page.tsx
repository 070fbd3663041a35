import { type LoadCandles, useQuote } from '@bolsillo/market/web'
import { InstrumentPage, LoadedInstrument, ordersOnChart } from '@bolsillo/trading/web'
import type { ChartOrder } from '@bolsillo/ui/chart'
import { useCall, useWords } from '@bolsillo/web-kit'
import { lazy, useMemo, useState } from 'react'
import { contractOrders, multiple, type WireContract, type WireContractPosition } from '../contract.ts'
import type { TriggerKind } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses } from './addresses.ts'
import { decimalsOf, tickerOf } from './contract-figures.ts'
import { ExitSheet } from './exit-sheet.tsx'
import { MarkLine } from './mark-line.tsx'
import { PositionCard } from './position-card.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { shownOrder } from './shown.ts'
import { useAccount } from './use-account.ts'
import { useContractSaid } from './use-contract-said.ts'

const ContractTicket = lazy(() =>
  import('./ticket/contract-ticket-sheet.tsx').then((sheet) => ({ default: sheet.ContractTicket })),
)
const PositionSheet = lazy(() => import('./position-sheet.tsx').then((sheet) => ({ default: sheet.PositionSheet })))

export interface ChartPageProps {
  readonly symbol: string
  /** The app's call for candles: they are the market's, not this room's. */
  readonly load: LoadCandles
}

/** A contract's chart with its mark, index and funding, the position's own lines, book, tape, orders and rules. */
export default function ChartPage({ symbol, load }: ChartPageProps) {
  const found = useCall(multiple, { symbol })
  const contract = found.data?.rows[0]
  return (
    <LoadedInstrument of={{ ...found, data: contract }} title={tickerOf(symbol)}>
      {(one) => <Chart key={symbol} contract={one} load={load} />}
    </LoadedInstrument>
  )
}

function Chart({ contract, load }: { readonly contract: WireContract; readonly load: LoadCandles }) {
  const t = useWords<Messages>('contracts')
  const { symbol } = contract
  const decimals = decimalsOf(contract.tick)
  const { data, signedIn } = useAccount()
  const position = data?.rows.find((row) => row.symbol === symbol)
  const orders = useCall(contractOrders, { symbol, filter: 'all', limit: ordersOnChart }, { enabled: signedIn })
  const shown = useMemo(() => orders.data?.rows.map((order) => shownOrder(order)), [orders.data])
  const lines = usePositionLines(position)
  const [opened, setOpened] = useState(false)
  const [dragged, setDragged] = useState<{ readonly kind: TriggerKind; readonly price: string }>()
  return (
    <InstrumentPage
      symbol={symbol}
      title={tickerOf(symbol)}
      ticker={tickerOf(symbol)}
      name={contract.name}
      decimals={decimals}
      volumeDecimals={decimalsOf(contract.lot)}
      dayZone="UTC"
      quote={useQuote(symbol, undefined)}
      load={load}
      orders={shown}
      fills={undefined}
      addresses={addresses}
      trade={{
        whenRestricted: 'close',
        labels: { buy: t('sides.long'), sell: t('sides.short') },
        ticket: (side, onClose) => <ContractTicket symbol={symbol} side={side} onClose={onClose} />,
      }}
      about={{ label: t('market.rules'), content: <RulesPanel contract={contract} /> }}
      lines={lines}
      onLineMoved={(id, price) => {
        const kind = (['take-profit', 'stop-loss'] as const).find((one) => one === id)
        if (kind !== undefined) setDragged({ kind, price })
      }}
      aboveChart={
        <div className="px-4 pb-3">
          <MarkLine symbol={symbol} decimals={decimals} />
        </div>
      }
      belowChart={
        position !== undefined && (
          <div className="bg-page px-4 py-3">
            <PositionCard position={position} onOpen={() => setOpened(true)} />
          </div>
        )
      }
    >
      {opened && position !== undefined && data !== undefined && (
        <PositionSheet position={position} account={data.account} onClose={() => setOpened(false)} />
      )}
      {dragged !== undefined && position !== undefined && (
        <ExitSheet
          key={`${dragged.kind} ${dragged.price}`}
          kind={dragged.kind}
          price={dragged.price}
          position={position}
          contract={contract}
          onDone={() => setDragged(undefined)}
        />
      )}
    </InstrumentPage>
  )
}

/** Entry, liquidation and exits of a position as lines of the chart; exits may be dragged. */
function usePositionLines(position: WireContractPosition | undefined): readonly ChartOrder[] {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return useMemo(() => {
    if (position === undefined) return []
    const side = position.side === 'long' ? ('buy' as const) : ('sell' as const)
    const line = (id: string, label: string, price: string, tone: ChartOrder['side']): ChartOrder => ({
      id,
      label: `${label} · ${said.price(price)}`,
      price,
      side: tone,
    })
    const { liquidationPrice } = position
    return [
      line('entry', `${t(`sides.${position.side}`)} ${said.quantity(position.size)}`, position.entryPrice, side),
      ...(liquidationPrice === undefined
        ? []
        : [line('liquidation', t('positions.liquidation'), liquidationPrice, 'sell')]),
      ...position.triggers.map((trigger) => ({
        ...line(
          trigger.kind,
          t(trigger.kind === 'take-profit' ? 'exits.profit' : 'exits.loss'),
          trigger.price,
          trigger.kind === 'take-profit' ? 'buy' : 'sell',
        ),
        movable: true,
      })),
    ]
  }, [position, t])
}
