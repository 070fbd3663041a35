import { writeDecimal } from '@bolsillo/kernel'
import { Amount, ButtonLink, DecimalField, DefinitionList, Icon, IconButton, Note, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Scale from 'lucide-react/icons/scale'
import type { Messages } from '../messages/es-ES.ts'
import { depositPath } from './addresses.ts'
import { type ApplyBounds, type ApplyFigures, steppedLots } from './apply-figures.ts'
import { type Offering, useSharesWords } from './offering-words.tsx'

interface Figured {
  readonly offering: Offering
  readonly bounds: ApplyBounds
  readonly figures: ApplyFigures
}

/** How many lots, what that holds, and what it may come to; where there is not enough, how much is missing. */
export function ApplyForm(props: Figured & { readonly lots: string; readonly onLots: (lots: string) => void }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const { offering, bounds, figures } = props
  const when = said.moment(offering.closesAt)
  return (
    <>
      <LotsField {...props} />
      <CostList offering={offering} bounds={bounds} figures={figures} />
      {figures.short !== undefined && (
        <div className="grid gap-2">
          <Note tone="warning">
            {t('apply.short', {
              amount: said.amount(writeDecimal(figures.short, figures.scale), offering.currency),
              when,
            })}
          </Note>
          <ButtonLink kind="ghost" wide href={depositPath}>
            {t('apply.deposit')}
          </ButtonLink>
        </div>
      )}
      <Note icon={Scale}>{t('apply.noPromise')}</Note>
      <p className="text-12 text-second">{t('apply.explained', { when })}</p>
    </>
  )
}

/** Lots, typed or a lot at a time. */
function LotsField(props: Figured & { readonly lots: string; readonly onLots: (lots: string) => void }) {
  const t = useWords<Messages>('ipo')
  const said = useSaid()
  const sharesWords = useSharesWords()
  const { lots, onLots, bounds, figures } = props
  const range = t('apply.range', {
    ...{ least: said.quantity(String(figures.lotsMin)), most: said.quantity(String(figures.lotsMax)) },
    lot: sharesWords(bounds.lot),
  })
  const move = (direction: 1n | -1n) => (): void => onLots(steppedLots(lots, bounds, direction))
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <DecimalField
          label={t('apply.lots')}
          value={lots}
          onChange={onLots}
          scale={0}
          suffix={sharesWords(String(figures.shares))}
          error={lots === '' || figures.isWithin ? undefined : range}
          hint={range}
        />
      </div>
      <div className="flex pt-2">
        <IconButton label={t('apply.less')} icon={<Icon of={Minus} />} onClick={move(-1n)} />
        <IconButton label={t('apply.more')} icon={<Icon of={Plus} />} onClick={move(1n)} />
      </div>
    </div>
  )
}

/** What is held and what remains; `asked`: with the shares, for the last look before it is sent. */
export function CostList({ offering, bounds, figures, asked = false }: Figured & { readonly asked?: boolean }) {
  const t = useWords<Messages>('ipo')
  const sharesWords = useSharesWords()
  const { title, currency, priceDecimals, price } = offering
  const amount = (units: bigint | undefined) => (
    <Amount value={units === undefined ? undefined : writeDecimal(units, figures.scale)} currency={currency} />
  )
  return (
    <>
      {asked && <p className="break-words font-strong text-16">{title}</p>}
      <DefinitionList
        className="rounded-field bg-page p-3.5"
        facts={[
          ...(asked ? [{ label: t('apply.asked'), value: sharesWords(String(figures.shares)) }] : []),
          { label: t('terms.price'), value: <Amount value={price} currency={currency} decimals={priceDecimals} /> },
          { label: t('terms.fee'), value: t('terms.noFee') },
          { label: t('apply.held'), value: amount(figures.amount), strong: true },
          { label: t('apply.available'), value: <Amount value={bounds.available} currency={currency} /> },
          ...(figures.short === undefined ? [{ label: t('apply.left'), value: amount(figures.left) }] : []),
        ]}
      />
    </>
  )
}
