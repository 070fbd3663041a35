import { divide, type Money, money, writeMoney } from '@bolsillo/kernel'
import type { FormFacts as TicketFacts } from '@bolsillo/trading/domain'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { Button, ButtonLink, Note, useNow, useSaid, useUi } from '@bolsillo/ui'
import { Detour, useAction, useRefresh, useWords } from '@bolsillo/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import { useState } from 'react'
import { convert, positions, quoteConversion, statistics, ticket } from '../../contract/index.ts'
import { conversionRate } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { assetsPath } from '../addresses.ts'

interface ConversionOfferProps {
  readonly short: Money
  readonly facts: TicketFacts
  /** The price cannot move; otherwise a little more is asked for, so that a tick does not undo the conversion. */
  readonly exact: boolean
}

const roomBps = 50n
const whole = 10_000n
const tickMs = 250

/**
 * The currency of the order is short: offers to convert exactly what is missing from the other one. Nothing is converted
 * before the customer sees rate, charge and both amounts and confirms within the seconds the offer is valid.
 */
export function ConversionOffer({ short, facts, exact }: ConversionOfferProps) {
  const t = useWords<Messages>('stocks')
  const { words } = useUi()
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const quoting = useAction(quoteConversion)
  const executing = useAction(convert, { refreshes: [ticket, statistics, positions] })
  const offer = quoting.data
  const now = useNow(tickMs, offer !== undefined)
  const source = facts.otherFunds.find(({ minor }) => minor > 0n)
  const room = exact ? 0n : divide(short.minor * roomBps, whole, 'up')
  const wanted = money(short.minor + room, short.asset)
  const saidAmount = (amount: Money): string => said.amount(writeMoney(amount), amount.asset.code)
  const refusal = quoting.error ?? executing.error
  const isOpen = offer !== undefined && now < offer.expiresAt
  const ask = (): void => {
    executing.reset()
    const [sourceCurrency, targetCurrency] = [currencyOf(source), currencyOf(short)]
    quoting.mutate({ sourceCurrency, targetCurrency, targetAmount: writeMoney(wanted) })
  }
  const run = (): void => {
    if (offer !== undefined) executing.mutate({ quoteId: offer.quoteId }, { onSettled: () => quoting.reset() })
  }
  return (
    <div className="grid gap-2 rounded-field bg-wash p-3">
      <p className="font-strong">{trading('ticket.short', { amount: saidAmount(short) })}</p>
      {source === undefined && <NothingElse currency={otherCode(facts)} short={short} />}
      {source !== undefined && !isOpen && (
        <Button kind="ghost" size="medium" loading={quoting.isPending} onClick={ask}>
          {t('ticket.convertAsk', { currency: source.asset.code })}
        </Button>
      )}
      {isOpen && (
        <>
          <p className="text-12 text-second" aria-live="off">
            {t('ticket.convertExplained', {
              rate: said.rate(conversionRate(offer)),
              charge: said.amount(offer.charge, offer.sourceCurrency),
              bps: offer.spreadBps,
              mid: said.rate(offer.mid),
              time: said.timeSecond(offer.expiresAt),
            })}
          </p>
          <Button size="medium" icon={<ArrowRightLeft size={18} />} loading={executing.isPending} onClick={run}>
            {t('ticket.convertOffer', {
              source: said.amount(offer.sourceAmount, offer.sourceCurrency),
              target: said.amount(offer.targetAmount, offer.targetCurrency),
            })}
          </Button>
        </>
      )}
      {refusal !== null && <Note tone="bad">{refusal.message === '' ? words.failed : refusal.message}</Note>}
    </div>
  )
}

/** Neither currency has enough: money is brought from another account, over the form, which says where else it comes from. */
function NothingElse({ currency, short }: { readonly currency: string; readonly short: Money }) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const refresh = useRefresh()
  const [isBringing, setBringing] = useState(false)
  const close = (): void => setBringing(false)
  return (
    <>
      <p className="text-12 text-second">{t('ticket.convertNone', { currency })}</p>
      <Button kind="ghost" size="medium" onClick={() => setBringing(true)}>
        {t('ticket.bring')}
      </Button>
      <ButtonLink kind="ghost" size="medium" href={assetsPath}>
        {trading('ticket.seeMoney')}
      </ButtonLink>
      {isBringing && (
        <Detour
          name="transfer"
          asset={short.asset.code}
          purse="stock"
          onClose={close}
          onDone={() => {
            close()
            refresh(ticket)
          }}
        />
      )}
    </>
  )
}

/** Only pesos and dollars are ever short or offered. */
function currencyOf(amount: Money | undefined): 'MXN' | 'USD' {
  return amount?.asset.code === 'USD' ? 'USD' : 'MXN'
}

function otherCode({ otherFunds }: TicketFacts): string {
  return otherFunds[0]?.asset.code ?? ''
}
