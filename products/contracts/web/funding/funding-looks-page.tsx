import type { ReplyOf } from '@bolsillo/contract'
import {
  Card,
  ChecksCard,
  DateTime,
  DefinitionList,
  EmptyState,
  ListRow,
  Loaded,
  PageFrame,
  Price,
  Section,
  SkeletonCard,
  VirtualList,
} from '@bolsillo/ui'
import { Navigate, useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import Repeat from 'lucide-react/icons/repeat'
import { fundingLooks } from '../../contract/index.ts'
import { failedFundingChecks, fundingChecks } from '../../domain/funding/funding-check.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { fundingAt, tickerOf } from '../addresses.ts'
import { useContractSaid } from '../use-contract-said.ts'

/** A look of the running interval comes once a minute. */
const freshEveryMs = 15_000
const rowHeight = 62

type Looks = ReplyOf<typeof fundingLooks>

/** Every look behind one rate of funding, and the rate made of them again on this phone. Without `at`: the rate so far. */
export default function FundingLooksPage() {
  const symbol = useQueryValue('symbol')
  // Of which contract is chosen where all of them are.
  return symbol === undefined ? <Navigate replace to={fundingAt()} /> : <LooksOf symbol={symbol} />
}

function LooksOf({ symbol }: { readonly symbol: string }) {
  const t = useWords<Messages>('contracts')
  const at = useQueryValue('at')
  const found = useCall(
    fundingLooks,
    { symbol, ...(at === undefined ? {} : { at: Number(at) }) },
    { everyMs: freshEveryMs },
  )
  return (
    <PageFrame title={t('titles.fundingLooks')}>
      <Loaded of={found} skeleton={<SkeletonCard />}>
        {(looks) => (
          <>
            <Rate of={looks} />
            <Checked of={looks} />
            <Section title={t('looks.list')}>
              {looks.rows.length === 0 ? (
                <EmptyState
                  icon={Repeat}
                  title={t(looks.looks === 0 ? 'looks.none' : 'looks.notKept')}
                  className="py-4"
                />
              ) : (
                <Rows of={looks} />
              )}
            </Section>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Rate({ of }: { readonly of: Looks }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { symbol, rate, from, at, paid, terms, looks, mark } = of
  return (
    <Card>
      <p className="text-13 text-second">
        {tickerOf(symbol)} · {t(paid ? 'looks.paid' : 'looks.running')} <DateTime at={at} />
      </p>
      <p className="font-strong text-28 leading-9">{said.rate(rate)}</p>
      <div className="mt-2">
        <DefinitionList
          facts={[
            { label: t('looks.from'), value: <DateTime at={from} /> },
            { label: t('looks.count'), value: looks },
            { label: t('looks.mark'), value: <Price value={mark} /> },
            { label: t('looks.interest', { hours: eightHours }), value: said.rate(terms.interest) },
            { label: t('looks.clamp'), value: said.rate(terms.clamp) },
            { label: t('looks.cap'), value: said.rate(terms.cap) },
          ]}
        />
      </div>
      <p className="mt-2 text-12 text-second">{t('looks.formula')}</p>
    </Card>
  )
}

/** The formula's interest is of so many hours, however long an interval is. */
const eightHours = 8

function Checked({ of }: { readonly of: Looks }) {
  const t = useWords<Messages>('contracts')
  if (of.rows.length === 0) return null
  const failed = failedFundingChecks(of)
  return (
    <ChecksCard
      title={t(failed.length === 0 ? 'looks.sound' : 'looks.unsound')}
      checks={fundingChecks.map((check) => ({ label: t(`looks.checks.${check}`), failed: failed.includes(check) }))}
    >
      <p>{t('looks.how')}</p>
    </ChecksCard>
  )
}

function Rows({ of }: { readonly of: Looks }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <VirtualList
      label={t('looks.list')}
      rows={of.rows.toReversed()}
      keyOf={(row) => String(row.at)}
      rowHeight={rowHeight}
      renderRow={(row, place) => (
        <div className={place === 0 ? '' : 'border-hair border-t'}>
          <ListRow
            title={<DateTime at={row.at} shows="second" />}
            note={
              <>
                {t('looks.markAndIndex')} <Price value={row.mark} /> · <Price value={row.index} />
              </>
            }
            aside={said.rate(row.premium)}
          />
        </div>
      )}
    />
  )
}
