import type { Messages as LedgerMessages } from '@bolsillo/ledger/messages/es-ES'
import { assetDecimals, assetName, purseName } from '@bolsillo/ledger/web'
import {
  Age,
  Amount,
  Button,
  Card,
  DateTime,
  DefinitionList,
  EmptyState,
  formatDay,
  Icon,
  ListRow,
  Monogram,
  Note,
  Quantity,
  Section,
  serverNow,
  TabFrame,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { useCustomer, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useState } from 'react'
import type { Messages } from '../words/about/es-ES.ts'
import { serversBuild } from './build.ts'
import { type OfflineCopy, readCopy } from './copy.ts'

const tryEveryMs = 15_000

/** Loads the page again as soon as the server answers: there is nothing on it that could be lost. */
function useWayBack(): void {
  useEffect(() => {
    const look = async (): Promise<void> => {
      if ((await serversBuild()) !== undefined) location.reload()
    }
    const timer = setInterval(() => void look(), tryEveryMs)
    const now = (): void => void look()
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [])
}

/**
 * In place of every page that needs the server, when the app was opened without it: the last known figures of the customer who
 * is signed in on this device, with their age. It has no button that trades or moves money.
 */
export default function OfflinePage() {
  const t = useWords<Messages>('about')
  const customer = useCustomer()
  const [copy] = useState(() => readCopy(customer, serverNow()))
  useWayBack()
  return (
    <TabFrame title={t('offline.title')}>
      <State copy={copy} />
      {copy !== undefined && (
        <>
          <Positions copy={copy} />
          <Statement copy={copy} />
          <Note icon={Lock} className="px-1">
            {t('offline.kept')}
          </Note>
        </>
      )}
    </TabFrame>
  )
}

/** That there is no connection, how old the figures are, and what to do. */
function State({ copy }: { readonly copy: OfflineCopy | undefined }) {
  const t = useWords<Messages>('about')
  const said = useSaid()
  const retry = (
    <Button kind="ghost" size="medium" onClick={() => location.reload()}>
      {t('offline.retry')}
    </Button>
  )
  if (copy === undefined) {
    return (
      <Card>
        <EmptyState icon={WifiOff} title={t('offline.none')} text={t('offline.noneText')} className="pb-4" />
        <p className="text-center">{retry}</p>
      </Card>
    )
  }
  return (
    <div role="status" className="flex flex-col gap-2 rounded-card bg-warn p-4 text-warnink">
      <p className="flex items-start gap-2 font-strong text-15">
        <Icon of={WifiOff} size={20} className="mt-px shrink-0" />
        <span>
          {t('offline.from', { time: said.time(copy.at, serverNow()) })} <Age at={copy.keptAt} />
        </span>
      </p>
      <p className="text-13">{t('offline.text')}</p>
      <p>{retry}</p>
    </div>
  )
}

function Positions({ copy }: { readonly copy: OfflineCopy }) {
  const t = useWords<Messages>('about')
  const masked = useMasked()
  const { total, currency, holdings } = copy
  return (
    <>
      {total !== undefined && (
        <Card>
          <h2 className="font-plain text-12 text-second">{t('offline.total')}</h2>
          <p className="font-strong text-28 tracking-tight">
            <Amount value={total} currency={currency} masked={masked} />
          </p>
        </Card>
      )}
      <Section title={t('offline.positions')}>
        {holdings.length === 0 && <p className="pb-3 text-13 text-second">{t('offline.noPositions')}</p>}
        {holdings.map(({ kind, asset, symbol, name, quantity, value }) => {
          const ticker = kind === 'share' && symbol !== undefined ? symbol.slice(0, symbol.lastIndexOf('.')) : asset
          return (
            <ListRow
              key={asset}
              chevron={false}
              lead={<Monogram of={ticker} />}
              title={ticker}
              note={
                <>
                  {name !== ticker && <span className="block truncate">{name}</span>}
                  <Quantity value={quantity} masked={masked} />
                </>
              }
              aside={
                value === undefined ? (
                  <span className="font-plain text-second">{t('offline.unpriced')}</span>
                ) : (
                  <Amount value={value} currency={currency} masked={masked} />
                )
              }
            />
          )
        })}
      </Section>
    </>
  )
}

/** The statement as it was made: what each account began and ended the month with. */
function Statement({ copy: { statement } }: { readonly copy: OfflineCopy }) {
  const t = useWords<Messages>('about')
  const ledger = useWords<LedgerMessages>('ledger')
  const masked = useMasked()
  if (statement === undefined) return null
  const amount = (value: string, asset: string) => (
    <Amount value={value} decimals={assetDecimals(asset)} masked={masked} />
  )
  return (
    <Section title={t('offline.statement')} pad="normal">
      <p className="pb-3 text-12 text-second">
        {t('offline.statementOf', { from: formatDay(statement.from), to: formatDay(statement.to) })}{' '}
        <DateTime at={statement.at} />.
      </p>
      {statement.accounts.length === 0 && <p className="text-13 text-second">{t('offline.noStatement')}</p>}
      <div className="grid gap-3">
        {statement.accounts.map(({ purse, asset, opening, closing }) => (
          <div key={`${purse}:${asset}`}>
            <h3 className="pb-1 text-13">
              {purseName(ledger, purse)} · {assetName(ledger, asset)}
            </h3>
            <DefinitionList
              className="gap-y-1"
              facts={[
                { label: t('offline.opening'), value: amount(opening, asset) },
                { label: t('offline.closing'), value: amount(closing, asset), strong: true },
              ]}
            />
          </div>
        ))}
      </div>
    </Section>
  )
}
