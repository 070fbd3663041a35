import type { ReplyOf } from '@bolsillo/contract'
import {
  Across,
  Amount,
  Card,
  Change,
  Column,
  DefinitionList,
  Donut,
  Loaded,
  Note,
  Section,
  SkeletonCard,
  SkeletonRows,
  signOf,
  TabFrame,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import { useCall, useWords } from '@bolsillo/web-kit'
import { type ReactNode, useState } from 'react'
import { portfolio } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { HoldingsCard } from './holdings-card.tsx'
import type { Holding } from './sort-holdings.ts'

type Portfolio = ReplyOf<typeof portfolio>
type Kind = Holding['kind']

const everyMs = 5_000

interface PortfolioTabProps {
  readonly title: string
  /** The choice between the products, above everything. */
  readonly families: ReactNode
  readonly actions?: ReactNode
  /** The card with the total and its line: the same as on home. */
  readonly money: ReactNode
  readonly hrefOf: (holding: Holding) => string | undefined
  readonly marketsPath: string
  /** What each sale and position brought. */
  readonly resultsPath: string
  /** What balances do not show, by family: open positions. */
  readonly children?: ReactNode
}

/** Everything a customer owns, over all products: the total and its result, what it is made of, every holding. */
export function PortfolioTab(props: PortfolioTabProps) {
  const { title, families, actions, money, hrefOf, marketsPath, resultsPath, children } = props
  const t = useWords<Messages>('portfolio')
  const found = useCall(portfolio, {}, { everyMs })
  return (
    <TabFrame title={title} actions={actions} columns>
      <Across>{families}</Across>
      <Loaded
        of={found}
        frame={(failure) => (
          <>
            <Column>{money}</Column>
            <Column>{failure}</Column>
          </>
        )}
        skeleton={
          <>
            <Column>
              {money}
              <SkeletonCard lines={4} />
            </Column>
            <Column>
              <SkeletonRows rows={4} />
            </Column>
          </>
        }
      >
        {(data) =>
          data.holdings.length === 0 ? (
            <>
              <Column>{money}</Column>
              <Column>
                <DrawnEmptyState
                  drawing="holdings"
                  title={t('holdings.empty')}
                  text={t('holdings.emptyText')}
                  action={{ label: t('holdings.emptyAction'), href: marketsPath }}
                />
              </Column>
            </>
          ) : (
            <Owned data={data} money={money} hrefOf={hrefOf} resultsPath={resultsPath}>
              {children}
            </Owned>
          )
        }
      </Loaded>
    </TabFrame>
  )
}

function Owned(
  props: Pick<PortfolioTabProps, 'money' | 'hrefOf' | 'resultsPath' | 'children'> & {
    readonly data: Portfolio
  },
) {
  const { data, money, hrefOf, resultsPath, children } = props
  const [kind, setKind] = useState<Kind>()
  const rows = kind === undefined ? data.holdings : data.holdings.filter((row) => row.kind === kind)
  return (
    <>
      <Column>
        {money}
        <Result data={data} resultsPath={resultsPath} />
        <Allocation data={data} chosen={kind} onChoose={setKind} />
      </Column>
      <Column>
        {children}
        <HoldingsCard rows={rows} hrefOf={hrefOf} />
      </Column>
    </>
  )
}

/** The result since the start: what everything is worth less what was paid in. */
function Result(props: { readonly data: Portfolio; readonly resultsPath: string }) {
  const { data, resultsPath } = props
  const masked = useMasked()
  const t = useWords<Messages>('portfolio')
  const { total, stale } = data
  if (total === undefined) return <Note tone="warning">{t('result.noTotal')}</Note>
  const percent = total.resultPercent === undefined ? {} : { percent: total.resultPercent }
  return (
    <Section title={t('result.title')} more={{ href: resultsPath, label: t('result.more') }}>
      <DefinitionList
        facts={[
          {
            label: t('result.result'),
            value: (
              <Change
                value={total.result}
                masked={masked}
                currency={data.currency}
                generated={data.generated}
                {...percent}
              />
            ),
            strong: true,
          },
          {
            label: t('result.paidIn'),
            value: <Amount value={total.paidIn} currency={data.currency} masked={masked} />,
          },
        ]}
      />
      <p className="pt-1 pb-2 text-12 text-second">{t('result.basis')}</p>
      {stale && <Note tone="warning">{t('result.stale')}</Note>}
    </Section>
  )
}

/** The kinds as a ring; a kind that is pressed leaves only its holdings below. */
function Allocation(props: {
  readonly data: Portfolio
  readonly chosen: Kind | undefined
  readonly onChoose: (kind: Kind | undefined) => void
}) {
  const { data, chosen, onChoose } = props
  const t = useWords<Messages>('portfolio')
  const said = useSaid()
  const count = data.holdings.filter(
    (row) => signOf(row.quantity) !== 0 && (chosen === undefined || row.kind === chosen),
  ).length
  return (
    <Card>
      <h2 className="pb-2 text-15">{t('allocation.title')}</h2>
      <Donut
        label={t('allocation.title')}
        chosen={chosen}
        onChoose={onChoose}
        // Shares are for drawing only, so floats are good enough.
        parts={data.allocation.map(({ kind, percent }) => ({
          key: kind,
          label: t(`allocation.kinds.${kind}`),
          weight: Number(percent),
          text: said.percent(percent),
        }))}
      >
        <span className="block font-strong text-18">{count}</span>
        <span className="text-second">{t('allocation.count', { count })}</span>
      </Donut>
    </Card>
  )
}
