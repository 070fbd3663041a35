import { CompanyLink } from '@bolsillo/market/web'
import { DateTime, DefinitionList, ListRow, Price, Term } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { WireContract, WireMark } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { fundingAt, insurancePath, outcomesPath } from './addresses.ts'
import { percentOf, useContractSaid } from './use-contract-said.ts'
import { useMark } from './use-mark.ts'

/** The practice market's own, which have numbers for names. */
const simulatedVenues = ['simulated-one', 'simulated-two', 'simulated-three']

/** What is published of a contract: steps, fees, funding, the margin table, and what its index is made of now. */
export function RulesPanel({ contract }: { readonly contract: WireContract }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const mark = useMark(contract.symbol)
  const { fees, funding, tiers } = contract
  const bps = (value: number): string => said.percent(String(value / 100))
  return (
    <div className="space-y-4 px-4 py-3">
      <DefinitionList
        facts={[
          { label: t('market.tick'), value: said.quantity(contract.tick) },
          { label: t('market.lot'), value: `${said.quantity(contract.lot)} ${contract.base}` },
          {
            label: <Term sentence={t('terms.makerTaker')}>{t('market.makerTaker')}</Term>,
            value: `${bps(fees.makerBps)} / ${bps(fees.takerBps)}`,
          },
          { label: t('market.liquidationFee'), value: bps(fees.liquidationBps) },
          {
            label: <Term sentence={t('terms.funding')}>{t('market.funding')}</Term>,
            value: t('market.every', { hours: funding.hours }),
          },
        ]}
      />
      <section>
        <h3 className="mb-1 text-13">{t('market.tiers')}</h3>
        <DefinitionList
          facts={tiers.map((tier) => ({
            label:
              tier.upTo === undefined
                ? t('market.tierAbove')
                : t('market.tierUpTo', { amount: said.amount(tier.upTo, 'USDT').replace(/[.,]00$/, '') }),
            value: (
              <span className="text-12">
                {t('market.tierRates', {
                  leverage: said.quantity(tier.leverageMax),
                  initial: said.share(percentOf(tier.initialRate)),
                  maintenance: said.share(percentOf(tier.maintenanceRate)),
                })}
              </span>
            ),
          }))}
        />
      </section>
      {mark !== undefined && <IndexComponents mark={mark} />}
      <nav>
        <CompanyLink symbol={contract.symbol} />
        <ListRow quiet href={fundingAt(contract.symbol)} title={t('titles.funding')} />
        <ListRow quiet href={insurancePath} title={t('titles.insurance')} />
        <ListRow quiet href={outcomesPath} title={t('titles.outcomes')} />
      </nav>
    </div>
  )
}

/** What the index is made of now. */
function IndexComponents({ mark }: { readonly mark: WireMark }) {
  const t = useWords<Messages>('contracts')
  const nameOf = (venue: string): string => {
    const number = simulatedVenues.indexOf(venue) + 1
    return number === 0 ? venue : t('market.simulatedVenue', { number })
  }
  return (
    <section>
      <h3 className="mb-1 text-13">{t('market.components')}</h3>
      <DefinitionList
        facts={mark.components.map((one) => ({
          label: (
            <>
              {nameOf(one.venue)} ·{' '}
              {t(one.used ? 'market.used' : one.why === 'stale' ? 'market.stale' : 'market.deviates')}
            </>
          ),
          value: <Price value={one.price} />,
        }))}
      />
      <p className="mt-1 text-12 text-second">
        {t('market.componentsAt')} <DateTime at={mark.at} shows="clock" />
      </p>
    </section>
  )
}
