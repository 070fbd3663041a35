import {
  Amount,
  Button,
  ButtonLink,
  Change,
  DefinitionList,
  ListRow,
  Price,
  Quantity,
  Sheet,
  Term,
  useMasked,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { multiple, type WireContractPosition, type WireMarginAccount } from '../../contract/index.ts'
import { adlRanks } from '../../domain/liquidation/deleveraging.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { bookingsAt, chartOf, liquidationAt, tickerOf } from '../addresses.ts'
import { useContractSaid } from '../use-contract-said.ts'
import { ClosedSheet, CloseSheet } from './close-sheet.tsx'
import { ExitSheet } from './exit-sheet.tsx'
import { MarginSheet } from './margin-sheet.tsx'
import { Danger, Ratio } from './position-card.tsx'

type Step = 'facts' | 'take-profit' | 'stop-loss' | 'margin' | 'close'

interface PositionSheetProps {
  readonly position: WireContractPosition
  readonly account: WireMarginAccount
  /** It is not open any more: nothing can be done with it. */
  readonly gone: boolean
  readonly onClose: () => void
}

/** One position: everything it is made of, its exits, its margin, and closing it. */
export function PositionSheet({ position, account, gone, onClose }: PositionSheetProps) {
  const [step, setStep] = useState<Step>('facts')
  const about = useCall(multiple, { symbol: position.symbol }, { freshMs: 60_000 })
  const contract = about.data?.rows[0]
  const back = (): void => setStep('facts')
  // A closing order shows what it came to, also when nothing is left of the position.
  if (contract !== undefined && step === 'close') {
    return <CloseSheet {...{ position, contract, gone }} onBack={back} onDone={onClose} />
  }
  if (gone) return <ClosedSheet position={position} onDone={onClose} />
  if (contract !== undefined && step !== 'facts' && step !== 'close') {
    if (step === 'margin')
      return <MarginSheet position={position} contract={contract} account={account} onDone={back} />
    return <ExitSheet key={step} kind={step} position={position} contract={contract} onDone={back} />
  }
  return <Facts position={position} ready={contract !== undefined} onStep={setStep} onClose={onClose} />
}

function Facts(props: {
  readonly position: WireContractPosition
  readonly ready: boolean
  readonly onStep: (step: Step) => void
  readonly onClose: () => void
}) {
  const { position, ready, onStep, onClose } = props
  const t = useWords<Messages>('contracts')
  const stuck = !ready || position.beingLiquidated
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${tickerOf(position.symbol)} · ${t(`sides.${position.side}`)}`}
      aside={<Change percent={position.unrealisedPercent} className="font-strong" />}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink kind="ghost" href={chartOf(position.symbol)}>
            {t('positions.add')}
          </ButtonLink>
          <Button disabled={stuck} onClick={() => onStep('close')}>
            {t('close.action')}
          </Button>
        </div>
      }
    >
      <Danger position={position} />
      {position.beingLiquidated && (
        <ButtonLink kind="plain" size="medium" href={liquidationAt()}>
          {t('positions.liquidations')}
        </ButtonLink>
      )}
      <Figures position={position} />
      <Exits position={position} stuck={stuck} onStep={onStep} />
      <Margin position={position} stuck={stuck} onStep={onStep} />
      <Booked position={position} />
      <ListRow quiet href={bookingsAt(position.positionId)} title={t('titles.positionBookings')} />
    </Sheet>
  )
}

/** What it has brought and cost so far. */
function Booked({ position }: { readonly position: WireContractPosition }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const masked = useMasked()
  return (
    <DefinitionList
      facts={[
        {
          label: t('positions.realised'),
          value: <Change value={position.realised} currency="USDT" masked={masked} />,
        },
        {
          label: <Term sentence={t('terms.funding')}>{t('positions.funding')}</Term>,
          value: <Change value={position.funding} currency="USDT" masked={masked} />,
        },
        {
          label: t('positions.fees'),
          value: (
            <>
              <Money value={position.fees} /> + <Money value={position.vat} />
            </>
          ),
        },
        { label: t('positions.opened'), value: said.moment(position.openedAt) },
      ]}
    />
  )
}

function Exits(props: {
  readonly position: WireContractPosition
  readonly stuck: boolean
  readonly onStep: (step: Step) => void
}) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { position, stuck, onStep } = props
  return (
    <section>
      <h3 className="text-15">{t('exits.title')}</h3>
      {(['take-profit', 'stop-loss'] as const).map((kind) => {
        const trigger = position.triggers.find((one) => one.kind === kind)
        return (
          <button
            key={kind}
            type="button"
            disabled={stuck}
            onClick={() => onStep(kind)}
            className="flex min-h-12 w-full items-center justify-between gap-3 border-hair border-t text-left first-of-type:border-t-0 active:opacity-70 disabled:opacity-50"
          >
            <span className="text-second">{t(kind === 'take-profit' ? 'exits.profit' : 'exits.loss')}</span>
            <span className="text-right">
              {trigger === undefined ? (
                <span className="text-brand">{t('exits.set')}</span>
              ) : (
                <>
                  <span className="block font-strong">{said.price(trigger.price)}</span>
                  <span className="block text-12 text-second">{t(`sources.${trigger.on}`)}</span>
                </>
              )}
            </span>
          </button>
        )
      })}
    </section>
  )
}

function Money({ value }: { readonly value: string | undefined }) {
  return <Amount value={value} currency="USDT" masked={useMasked()} />
}

function Figures({ position }: { readonly position: WireContractPosition }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const masked = useMasked()
  return (
    <DefinitionList
      facts={[
        {
          label: t('positions.result'),
          value: <Change value={position.unrealised} currency="USDT" masked={masked} />,
          strong: true,
        },
        { label: t('positions.size'), value: <Quantity value={position.size} masked={masked} />, strong: true },
        { label: t('positions.entry'), value: <Price value={position.entryPrice} /> },
        {
          label: <Term sentence={t('terms.mark')}>{t('positions.mark')}</Term>,
          value: <Price value={position.mark} flash />,
        },
        {
          label: <Term sentence={t('terms.liquidation')}>{t('positions.liquidation')}</Term>,
          value: <Price value={position.liquidationPrice} />,
          strong: true,
        },
        {
          label: <Term sentence={t('terms.bankruptcy')}>{t('positions.bankruptcy')}</Term>,
          value: <Price value={position.bankruptcyPrice} />,
        },
        {
          label: <Term sentence={t('terms.notional')}>{t('positions.notional')}</Term>,
          value: <Money value={position.notional} />,
        },
        {
          label: <Term sentence={t('terms.leverage')}>{t('positions.leverage')}</Term>,
          value: (
            <>
              {said.quantity(position.leverage)}×
              {position.effectiveLeverage !== undefined &&
                ` · ${t('positions.effective', { leverage: said.quantity(position.effectiveLeverage) })}`}
            </>
          ),
        },
      ]}
    />
  )
}

function Margin(props: {
  readonly position: WireContractPosition
  readonly stuck: boolean
  readonly onStep: (step: Step) => void
}) {
  const { position, stuck, onStep } = props
  const t = useWords<Messages>('contracts')
  return (
    <section>
      <div className="flex items-center justify-between">
        <h3 className="text-15">
          {t('margin.title')} · {t(`modes.${position.mode}`)}
        </h3>
        {position.mode === 'isolated' && (
          <Button kind="plain" size="medium" className="-mr-4" disabled={stuck} onClick={() => onStep('margin')}>
            {t('margin.change')}
          </Button>
        )}
      </div>
      <DefinitionList
        facts={[
          {
            label: <Term sentence={t('terms.margin')}>{t('positions.margin')}</Term>,
            value: <Money value={position.margin} />,
          },
          {
            label: <Term sentence={t('terms.maintenance')}>{t('positions.maintenance')}</Term>,
            value: <Money value={position.maintenance} />,
          },
          {
            label: <Term sentence={t('terms.ratio')}>{t('positions.ratio')}</Term>,
            value: <Ratio percent={position.marginRatio} isKnown={position.mark !== undefined} />,
          },
          ...(position.adlRank === undefined
            ? []
            : [
                {
                  label: <Term sentence={t('terms.deleveraging')}>{t('positions.adl')}</Term>,
                  value: t('positions.adlRank', { rank: position.adlRank, most: adlRanks.length }),
                },
              ]),
        ]}
      />
      <p className="mt-1 text-12 text-second">{t('positions.ratioExplained')}</p>
      <p className="mt-1 text-12 text-second">{t('positions.adlExplained', { most: adlRanks.length })}</p>
    </section>
  )
}
