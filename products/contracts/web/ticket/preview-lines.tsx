import { rescale, writeDecimal } from '@bolsillo/kernel'
import { Amount, DefinitionList, formatDecimal, Price, Term, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Preview } from '../../domain/index.ts'
import { marginScale } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { tickerOf } from '../addresses.ts'
import { useContractSaid } from '../use-contract-said.ts'
import type { TicketReply } from './contract-form.ts'

interface PreviewLinesProps {
  readonly reply: TicketReply
  readonly preview: Preview | undefined
  /** Nothing can be typed any more: what is missing is said here, else beside the quantity. */
  readonly isReview?: boolean
}

/** What an order would set aside and cost, and where its position would be liquidated. Room is kept while unknown. */
export function PreviewLines({ reply, preview, isReview = false }: PreviewLinesProps) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { contract } = reply
  const money = (minor: bigint | undefined) => (
    <Amount value={minor === undefined ? undefined : writeDecimal(minor, marginScale)} currency="USDT" />
  )
  const shortText = useShortText(preview)
  const short = preview !== undefined && preview.short > 0n
  const percent = said.percent(String(contract.fees.takerBps / 100))
  return (
    <>
      <DefinitionList
        facts={[
          {
            label: <Explained of="notional" />,
            value: money(preview?.notional),
          },
          {
            label: <Explained of="margin" />,
            value: money(preview?.margin),
            strong: true,
          },
          {
            label: t('ticket.fee', { percent }),
            value: money(preview === undefined ? undefined : preview.fee + preview.vat),
          },
          { label: t('ticket.left'), value: money(preview === undefined || short ? undefined : preview.left) },
          {
            label: <Explained of="liquidation" />,
            value:
              preview === undefined ? (
                '—'
              ) : preview.liquidation === undefined ? (
                t('ticket.noLiquidation')
              ) : (
                <Price value={writeDecimal(preview.liquidation, contract.priceScale)} />
              ),
            strong: true,
          },
        ]}
      />
      {preview !== undefined && <Distance preview={preview} />}
      {preview !== undefined && preview.others.length > 0 && <Others reply={reply} preview={preview} />}
      {isReview && shortText !== undefined && (
        <p role="alert" className="text-13 text-danger">
          {shortText}
        </p>
      )}
    </>
  )
}

function Explained({ of }: { readonly of: 'notional' | 'margin' | 'liquidation' }) {
  const t = useWords<Messages>('contracts')
  return <Term sentence={t(`terms.${of}`)}>{t(`ticket.${of}`)}</Term>
}

/** How much money is missing for an order, in words; undefined: nothing is. */
export function useShortText(preview: Preview | undefined): string | undefined {
  const t = useWords<Messages>('contracts')
  const { style } = useUi()
  if (preview === undefined || preview.short <= 0n) return undefined
  // Cents that add up: what there is rounded down, what is missing up, and both together what is needed.
  const [short, available] = [centsOf(preview.short, 'up'), centsOf(preview.spendable, 'down')]
  const inCents = (cents: bigint): string => formatDecimal(writeDecimal(cents, centScale), style, { decimals: 2 })
  return t('rejections.contract-margin-short', {
    short: inCents(short),
    needed: inCents(available + short),
    available: inCents(available),
  })
}

const centScale = 2
const centsOf = (minor: bigint, rounding: 'up' | 'down'): bigint => rescale(minor, marginScale, centScale, rounding)

/** Decimals of another cross position's price. */
function scaleOf({ exact, contract }: TicketReply, symbol: string): number {
  return exact?.cross.find((one) => one.symbol === symbol)?.priceScale ?? contract.priceScale
}

/** How far the liquidation is, and what closing out would lose. */
function Distance({ preview }: { readonly preview: Preview }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <div className="-mt-2 text-12 text-second">
      {preview.distanceBps !== undefined && (
        <p className="text-right">
          {t('ticket.distance', { percent: said.percent(writeDecimal(preview.distanceBps, 2)) })}
        </p>
      )}
      <p className="mt-1">
        {preview.liquidation === undefined
          ? t('ticket.closeOutNever')
          : t('ticket.closeOut', { percent: said.percent(writeDecimal(preview.closeOutLossBps, 2)) })}
      </p>
    </div>
  )
}

/** Where the other positions of a cross account would be liquidated. */
function Others({ reply, preview }: { readonly reply: TicketReply; readonly preview: Preview }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <>
      <p className="mt-2 text-12 text-second">{t('ticket.together')}</p>
      <DefinitionList
        facts={[
          ...(preview.ratioBps === undefined
            ? []
            : [{ label: t('positions.ratio'), value: said.percent(writeDecimal(preview.ratioBps, 2)) }]),
          ...preview.others.map(({ symbol, liquidation }) => ({
            label: t('ticket.liquidationOf', { ticker: tickerOf(symbol) }),
            value:
              liquidation === undefined ? (
                t('ticket.noLiquidation')
              ) : (
                <Price value={writeDecimal(liquidation, scaleOf(reply, symbol))} />
              ),
          })),
        ]}
      />
    </>
  )
}
