import type { ReplyOf } from '@bolsillo/contract'
import { isMeasured } from '@bolsillo/kernel'
import { readOwnLimits } from '@bolsillo/kyc/contract'
import { balancesChannel, readAssets } from '@bolsillo/ledger/contract'
import {
  Amount,
  DefinitionList,
  Icon,
  ListRow,
  Loaded,
  MeasuredTimes,
  PageFrame,
  Percent,
  Section,
  SkeletonCard,
  useUi,
} from '@bolsillo/ui'
import { useCall, useLiveEffect, useRefresh, useWords } from '@bolsillo/web-kit'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Landmark from 'lucide-react/icons/landmark'
import ListMinus from 'lucide-react/icons/list-minus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Undo2 from 'lucide-react/icons/undo-2'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { type WireTimes, withdrawalStatus } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { formAt, kindOfAsset, paths } from './addresses.ts'
import { withSetAside } from './asked-return.ts'
import { isSetUp, NeedsCard, WaitCards } from './needs-card.tsx'
import { TermsCard } from './terms-card.tsx'

/** Withdraw: what can leave, where to, and how long it takes. */
export default function WithdrawPage() {
  const t = useWords<Messages>('withdrawals')
  const status = useCall(withdrawalStatus, {})
  return (
    <PageFrame title={t('titles.withdraw')}>
      <Loaded
        of={status}
        skeleton={
          <>
            <SkeletonCard lines={3} />
            <SkeletonCard lines={4} />
          </>
        }
      >
        {(data) => (
          <>
            <WaitCards status={data} />
            {!isSetUp(data) && <NeedsCard status={data} kind="cash" />}
            <Balances />
            <Ways status={data} />
            <TermsCard />
            <TimesCard times={data.times} reviewHoursMax={data.reviewHoursMax} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** What can leave, by currency: each row is the way to its form. */
function Balances() {
  const t = useWords<Messages>('withdrawals')
  const assets = useCall(readAssets, {})
  const { zone } = useUi()
  // What is set aside by a limit may always leave: it counts as available here, though nowhere else.
  const beyond = useCall(readOwnLimits, { zone }).data?.held ?? []
  const refresh = useRefresh()
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(readAssets)
  })
  return (
    <Loaded of={assets} skeleton={<SkeletonCard lines={3} />}>
      {({ balances }) => {
        // Shares leave by being sold; what is here are cash and coins, each in the purse it is paid from.
        const own = balances.filter(
          ({ asset, purse }) => !asset.includes(':') && purse === (kindOfAsset(asset) === 'cash' ? 'stock' : 'coin'),
        )
        const coins = own.filter(({ asset }) => kindOfAsset(asset) === 'coin')
        return (
          <Section title={t('hub.available')}>
            {own
              .filter(({ asset }) => kindOfAsset(asset) === 'cash')
              .map(({ asset, available }) => (
                <Row key={asset} asset={asset} available={withSetAside(available, asset, beyond)} />
              ))}
            {coins.map(({ asset, available }) => (
              <Row key={asset} asset={asset} available={withSetAside(available, asset, beyond)} />
            ))}
            {coins.length === 0 && (
              <ListRow
                href={paths.crypto}
                lead={<Icon of={Bitcoin} size={22} className="text-brand" />}
                title={t('hub.coins')}
                note={t('titles.crypto')}
              />
            )}
          </Section>
        )
      }}
    </Loaded>
  )
}

function Row({ asset, available }: { readonly asset: string; readonly available: string }) {
  const t = useWords<Messages>('withdrawals')
  const kind = kindOfAsset(asset)
  return (
    <ListRow
      href={formAt(kind, { asset })}
      lead={<Icon of={kind === 'cash' ? Landmark : Bitcoin} size={22} className="text-brand" />}
      title={asset}
      note={t(kind === 'cash' ? 'titles.bank' : 'titles.crypto')}
      aside={
        <Amount value={available} currency={asset} {...(kind === 'cash' ? {} : { decimals: { min: 2, max: 8 } })} />
      }
      chevron
    />
  )
}

/** What has been withdrawn, where to, on which terms, and the way back where it came from. */
function Ways({ status }: { readonly status: ReplyOf<typeof withdrawalStatus> }) {
  const t = useWords<Messages>('withdrawals')
  return (
    <Section title={t('titles.records')}>
      <ListRow
        href={paths.recordIndex}
        lead={<Icon of={ListMinus} size={22} className="text-brand" />}
        title={t('hub.records')}
        note={t('hub.recordsNote')}
      />
      <ListRow
        href={`${paths.bankList}?type=2`}
        lead={<Icon of={Landmark} size={22} className="text-brand" />}
        title={t('hub.banks')}
        note={
          status.destinations.banks === 0 ? t('hub.noneSaved') : t('hub.saved', { count: status.destinations.banks })
        }
      />
      <ListRow
        href={paths.addressList}
        lead={<Icon of={WalletCards} size={22} className="text-brand" />}
        title={t('hub.addresses')}
        note={
          status.destinations.addresses === 0
            ? t('hub.noneSaved')
            : t('hub.saved', { count: status.destinations.addresses })
        }
      />
      <ListRow
        href={paths.terms}
        lead={<Icon of={ShieldCheck} size={22} className="text-brand" />}
        title={t('terms.title')}
        note={t('terms.note')}
      />
      {status.originsAvailable && (
        <ListRow
          href={paths.origin}
          lead={<Icon of={Undo2} size={22} className="text-brand" />}
          title={t('hub.return')}
          note={t('hub.returnNote')}
        />
      )}
    </Section>
  )
}

const hourMs = 3_600_000

/** How long withdrawals took, measured; while there are too few to measure it says what is aimed at. */
function TimesCard({ times, reviewHoursMax }: { readonly times: WireTimes; readonly reviewHoursMax: number }) {
  const t = useWords<Messages>('withdrawals')
  const { overDayPercent } = times
  return (
    <Section title={t('times.title')} pad="normal">
      <p className="text-13 text-second">
        <MeasuredTimes times={times} goalMs={reviewHoursMax * hourMs} />
      </p>
      {isMeasured(times) && overDayPercent !== undefined && (
        <div className="mt-2">
          <DefinitionList facts={[{ label: t('times.overDay'), value: <Percent value={overDayPercent} /> }]} />
        </div>
      )}
    </Section>
  )
}
