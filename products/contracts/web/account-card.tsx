import { writeDecimal } from '@bolsillo/kernel'
import { Amount, Card, Change, DefinitionList, Term, useMasked } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { WireMarginAccount } from '../contract/index.ts'
import { marginScale } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { unitsOf } from './contract-figures.ts'
import { isCrossUsedUp } from './position/near-liquidation.ts'
import { useContractSaid } from './use-contract-said.ts'

/** What backs all contracts: free money, what is set aside, and what the open positions gain or lose. */
export function AccountCard({ account }: { readonly account: WireMarginAccount }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const masked = useMasked()
  const parts = [account.available, account.inOrders, account.inPositions, account.unrealised ?? '0']
  const equity = parts.reduce((sum, part) => sum + (unitsOf(part, marginScale) ?? 0n), 0n)
  const ratio = crossRatio(account)
  const usedUp = isCrossUsedUp(account)
  return (
    <Card>
      <div className="grid grid-cols-2 gap-3">
        <div>
          <p className="text-12 text-second">{t('account.equity')}</p>
          <p className="font-strong text-16 min-[360px]:text-18">
            <Amount value={writeDecimal(equity, marginScale)} currency="USDT" masked={masked} />
          </p>
        </div>
        <div>
          <p className="text-12 text-second">
            <Term sentence={t('terms.unrealised')}>{t('account.unrealised')}</Term>
          </p>
          <p className="font-strong text-16 min-[360px]:text-18">
            <Change value={account.unrealised} currency="USDT" masked={masked} />
          </p>
        </div>
      </div>
      <DefinitionList
        className="mt-2"
        facts={[
          {
            label: t('account.available'),
            value: <Amount value={account.available} currency="USDT" masked={masked} />,
          },
          {
            label: <Term sentence={t('terms.margin')}>{t('account.inPositions')}</Term>,
            value: <Amount value={account.inPositions} currency="USDT" masked={masked} />,
          },
          { label: t('account.inOrders'), value: <Amount value={account.inOrders} currency="USDT" masked={masked} /> },
          ...(ratio === undefined && !usedUp
            ? []
            : [
                {
                  label: <Term sentence={t('terms.crossRatio')}>{t('account.crossRatio')}</Term>,
                  value: ratio === undefined ? t('positions.ratioAbove') : said.percent(ratio),
                },
              ]),
        ]}
      />
    </Card>
  )
}

/** What the cross positions must keep over what is behind them, percent; undefined when there are none. */
function crossRatio({ crossEquity, crossMaintenance }: WireMarginAccount): string | undefined {
  const [equity, kept] = [unitsOf(crossEquity, marginScale), unitsOf(crossMaintenance, marginScale)]
  if (equity === undefined || kept === undefined || kept === 0n || equity <= 0n) return undefined
  return writeDecimal((kept * 10_000n) / equity, 2)
}
