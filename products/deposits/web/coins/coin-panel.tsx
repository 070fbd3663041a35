import { Button, Card, EmptyState, Loaded, Note, Section, SkeletonCard, SkeletonRows } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type DepositChannel, generateCoinAddress, listCoinDeposits, readCoinAddress } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { cryptoRecordsPath } from '../addresses.ts'
import { ChannelFacts } from '../channel-facts.tsx'
import { DepositRow } from '../deposit-row.tsx'
import { PayInDetails } from '../pay-in-details.tsx'
import { PracticeCard } from '../practice-card.tsx'
import { useRefusalText } from '../refusal-text.ts'

const arrivalsShown = 4

/** The customer's address of a coin on a network, what may be sent there, and what has arrived. */
export function CoinPanel({ channel }: { readonly channel: DepositChannel }) {
  const { network } = channel
  return network === undefined ? null : <NetworkPanel channel={channel} network={network} />
}

interface NetworkPanelProps {
  readonly channel: DepositChannel
  readonly network: NonNullable<DepositChannel['network']>
}

function NetworkPanel({ channel, network }: NetworkPanelProps) {
  const t = useWords<Messages>('deposits')
  const { asset } = channel
  const found = useCall(readCoinAddress, { asset, network })
  const hasAddress = found.data?.payIn !== undefined
  const names = { asset, network: t(`networks.${network}`) }
  return (
    <>
      <Note icon={TriangleAlert} tone="warning">
        {t('crypto.warning', names)}
      </Note>
      <Address asset={asset} network={network} />
      <Card>
        <ChannelFacts channel={channel} />
        <Note icon={Info} className="mt-3">
          {t('crypto.final', { count: channel.confirmations })} {t('crypto.below')}
        </Note>
      </Card>
      {hasAddress && (
        <>
          <PracticeCard channel={channel} />
          <Arrivals asset={asset} />
        </>
      )}
    </>
  )
}

function Address({ asset, network }: { readonly asset: string; readonly network: NetworkPanelProps['network'] }) {
  const t = useWords<Messages>('deposits')
  const refusal = useRefusalText()
  const found = useCall(readCoinAddress, { asset, network })
  const making = useAction(generateCoinAddress, { refreshes: [readCoinAddress] })
  const problem = refusal(making.error)
  return (
    <Loaded of={found} skeleton={<SkeletonCard lines={5} />}>
      {({ payIn }) =>
        payIn === undefined ? (
          <Card className="grid gap-3">
            <p className="text-13 text-second">
              {t('crypto.generateText', { asset, network: t(`networks.${network}`) })}
            </p>
            <Button wide loading={making.isPending} onClick={() => making.mutate({ asset, network })}>
              {t('crypto.generate')}
            </Button>
            {problem !== undefined && <Note tone="bad">{problem}</Note>}
          </Card>
        ) : (
          <Section title={t('crypto.address')}>
            <PayInDetails payIn={payIn} />
          </Section>
        )
      }
    </Loaded>
  )
}

/** What has come to the customer's addresses, with confirmations as they rise. */
function Arrivals({ asset }: { readonly asset: string }) {
  const t = useWords<Messages>('deposits')
  const latest = useCall(listCoinDeposits, { asset, limit: arrivalsShown })
  const some = (latest.data?.rows.length ?? 0) > 0
  return (
    <Section
      title={t('crypto.recent')}
      {...(some ? { more: { href: cryptoRecordsPath, label: t('common.seeAll') } } : {})}
    >
      <Loaded of={latest} skeleton={<SkeletonRows rows={2} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={Bitcoin} title={t('crypto.noneYet')} text={t('crypto.noneYetText')} className="py-5" />
          ) : (
            rows.map((deposit) => <DepositRow key={deposit.depositId} deposit={deposit} />)
          )
        }
      </Loaded>
    </Section>
  )
}
