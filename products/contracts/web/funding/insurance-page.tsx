import type { ReplyOf } from '@bolsillo/contract'
import {
  Amount,
  Card,
  DateTime,
  DefinitionList,
  EmptyState,
  ListRow,
  LoadedPages,
  PagedList,
  PageFrame,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { usePages, useWords } from '@bolsillo/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { insuranceFund } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { insuranceBooksPath } from '../addresses.ts'
import { useContractSaid } from '../use-contract-said.ts'

/** While the market falls there is something new every second. */
const freshEveryMs = 3_000

/** The insurance fund: what it holds, what it was given and paid, and every movement of its account. */
export default function InsurancePage() {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const found = usePages(insuranceFund, {}, { everyMs: freshEveryMs })
  return (
    <PageFrame title={t('titles.insurance')}>
      <LoadedPages of={found} skeleton={<SkeletonCard />}>
        {(rows, first) => {
          return (
            <>
              <BalanceCard of={first} />
              <p className="text-13 text-second">
                {t('insurance.explained')} {!isZero(first.endowment) && t('insurance.endowmentExplained')}
              </p>
              <Waiting of={first.liquidations} />
              <Section
                title={t('insurance.movements')}
                more={{ href: insuranceBooksPath, label: t('insurance.books') }}
              >
                {rows.length === 0 ? (
                  <EmptyState icon={ShieldCheck} title={t('insurance.empty')} className="py-4" />
                ) : (
                  <PagedList label={t('insurance.movements')} rows={rows} keyOf={(row) => row.seq} pages={found}>
                    {(row) => (
                      <ListRow
                        title={t(`insurance.kinds.${kindOf(row)}`)}
                        note={
                          <>
                            <span className="block">{t('insurance.entry', { seq: row.seq })}</span>
                            <DateTime at={row.at} shows="second" />
                          </>
                        }
                        aside={<Amount value={row.amount} currency={first.asset} sign="always" />}
                        asideNote={t('insurance.after', { balance: said.usdt(row.balanceAfter) })}
                      />
                    )}
                  </PagedList>
                )}
              </Section>
            </>
          )
        }}
      </LoadedPages>
    </PageFrame>
  )
}

const isZero = (amount: string): boolean => /^-?0(\.0+)?$/.test(amount)

/** What was paid out, as it counts in the balance. */
const negated = (amount: string): string => (isZero(amount) ? amount : `-${amount}`)

type Movement = ReplyOf<typeof insuranceFund>['rows'][number]

const kinds = [
  'contract-liquidation',
  'contract-deleveraging',
  'contract-close',
  'contract-open',
  'contract-funding',
  'insurance-pool',
] as const

/** What moved the fund; an entry of a kind without a word of its own says only which way. */
const kindOf = ({ kind, amount }: Movement) =>
  kinds.find((known) => known === kind) ?? (amount.startsWith('-') ? 'out' : 'in')

/** Liquidations under way: how many accounts wait, since when, and whether one is late. */
function Waiting({ of }: { readonly of: ReplyOf<typeof insuranceFund>['liquidations'] }) {
  const t = useWords<Messages>('contracts')
  const { below, belowSince, late, blind } = of
  return (
    <div role="status" className={late > 0 ? 'text-13 text-danger' : 'text-13 text-second'}>
      {belowSince === undefined ? (
        <p>{t('insurance.none')}</p>
      ) : (
        <p>
          {t('insurance.waiting', { count: below })} <DateTime at={belowSince} shows="second" />.
        </p>
      )}
      {late > 0 && <p>{t('insurance.late', { count: late })}</p>}
      {blind > 0 && <p>{t('insurance.blind', { count: blind })}</p>}
    </div>
  )
}

/** What the fund holds and what that is made of. */
function BalanceCard({ of: fund }: { readonly of: ReplyOf<typeof insuranceFund> }) {
  const t = useWords<Messages>('contracts')
  const amount = (value: string) => <Amount value={value} currency={fund.asset} />
  return (
    <Card>
      <p className="text-13 text-second">{t('insurance.balance')}</p>
      <p className="font-strong text-28 leading-9">
        <Amount value={fund.balance} currency={fund.asset} hero />
      </p>
      <div className="mt-2">
        <DefinitionList
          facts={[
            { label: t('insurance.endowment'), value: amount(fund.endowment) },
            { label: t('insurance.fromLiquidations'), value: amount(fund.fromLiquidations) },
            { label: t('insurance.paid'), value: amount(negated(fund.paid)) },
          ]}
        />
      </div>
      {!isZero(fund.difference) && (
        <p className="mt-2 text-12 text-danger">
          {t('insurance.off')} {amount(fund.difference)}
        </p>
      )}
    </Card>
  )
}
