import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  DateTime,
  EmptyState,
  formatAmount,
  formatDecimal,
  formatPercent,
  Icon,
  IconButton,
  ListRow,
  Loaded,
  Note,
  PageFrame,
  SkeletonRows,
  showToast,
  useUi,
} from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useChangeQuery, useQueryValue, useWords } from '@bolsillo/web-kit'
import BellRing from 'lucide-react/icons/bell-ring'
import Plus from 'lucide-react/icons/plus'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { armAlert, listAlerts, removeAlert } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { figuresOf, groupOf, unitOf } from './alert-figures.ts'
import { AlertSheet } from './alert-sheet.tsx'

type Alert = ReplyOf<typeof listAlerts>['rows'][number]

const everyMs = 15_000
const findPath = '/pages/market/list'

/** All alerts with their states. `?symbol=` also opens the form of a new one on that instrument. */
export default function AlertsPage() {
  const t = useWords<Messages>('alerts')
  const symbol = useQueryValue('symbol')
  const change = useChangeQuery()
  const alerts = useCall(listAlerts, {}, { everyMs })
  return (
    <PageFrame title={t('title')} actions={<IconButton label={t('add')} icon={<Icon of={Plus} />} href={findPath} />}>
      <section aria-label={t('title')} className="rounded-card bg-card px-4 py-1 shadow-card">
        <Loaded of={alerts} skeleton={<SkeletonRows rows={4} />}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                icon={BellRing}
                title={t('emptyTitle')}
                text={t('emptyText')}
                action={{ label: t('find'), href: findPath }}
              />
            ) : (
              <ul>
                {rows.map((alert) => (
                  <AlertRow key={alert.alertId} alert={alert} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {alerts.data !== undefined && alerts.data.rows.length > 0 && (
        <p className="px-1 text-12 text-second">
          {t('count', { count: String(alerts.data.count), most: String(alerts.data.most) })}
        </p>
      )}
      <section className="rounded-card bg-card px-4 shadow-card">
        <ListRow
          quiet
          href="/pages/user/deviceNotices"
          lead={<Icon of={Smartphone} size={20} className="text-second" />}
          title={t('wake')}
          chevron
        />
      </section>
      {symbol !== undefined && (
        <AlertSheet symbol={symbol} onClose={() => change({ symbol: undefined }, { replace: true })} />
      )}
    </PageFrame>
  )
}

/** One alert: what it waits for, its state, and the print it fired by. */
function AlertRow({ alert }: { readonly alert: Alert }) {
  const t = useWords<Messages>('alerts')
  const { what, since, firedBy } = useAlertText(alert)
  const [error, setError] = useState<Refusal>()
  const options = { refreshes: [listAlerts] }
  const arming = useAction(armAlert, options)
  const removing = useAction(removeAlert, options)
  const { alertId, fired, instrument } = alert
  const name = `${instrument.ticker} · ${what}`
  const { words } = useUi()
  const onError = (refusal: Refusal): void => setError(refusal)
  const done = (text: string) => {
    // The refusal of the try before is no answer to this one.
    setError(undefined)
    return { onError, onSuccess: () => showToast(text) }
  }
  return (
    <li className="border-hair border-t py-2.5 first:border-t-0">
      <div className="flex items-start gap-2.5">
        <div className="min-w-0 flex-1">
          <p className="truncate font-strong">{instrument.ticker}</p>
          <p>{what}</p>
          {since !== undefined && <p className="text-12 text-second">{since}</p>}
        </div>
        <p className={fired === undefined ? 'shrink-0 text-13 text-second' : 'shrink-0 font-strong text-13 text-brand'}>
          {t(fired === undefined ? 'armed' : 'fired')}
        </p>
      </div>
      {fired !== undefined && (
        <p className="mt-1 text-13">
          {firedBy} · <DateTime at={fired.by === 'volume' ? fired.from : fired.at} />
        </p>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        {fired !== undefined && (
          <Button
            kind="ghost"
            size="medium"
            aria-label={t('armOf', { what: name })}
            loading={arming.isPending}
            onClick={() => arming.mutate({ alertId }, done(t('armedAgain')))}
          >
            {t('arm')}
          </Button>
        )}
        <Button
          kind="plain"
          size="medium"
          className={fired === undefined ? '-ml-4' : ''}
          aria-label={t('removeOf', { what: name })}
          loading={removing.isPending}
          onClick={() => removing.mutate({ alertId }, done(t('removed')))}
        >
          {t('remove')}
        </Button>
      </div>
      {error !== undefined && <Note tone="bad">{error.message === '' ? words.failed : error.message}</Note>}
    </li>
  )
}

/** An alert in words: what it waits for, from where on, and what it fired by. */
function useAlertText({ kind, value, reference, instrument, fired }: Alert) {
  const t = useWords<Messages>('alerts')
  const { style } = useUi()
  const { volumeOf, rateOf } = figuresOf(instrument, style)
  const priceOf = (price: string): string =>
    formatAmount(price, instrument.currency, style, { decimals: { min: instrument.priceDecimals, max: 12 } })
  const wanted = {
    price: () => priceOf(trimmed(value)),
    percent: () => `± ${formatPercent(value, style)}`,
    quantity: () => volumeOf(value),
    times: () => formatDecimal(trimmed(value), style),
    rate: () => rateOf(value),
  }[unitOf(kind)]()
  const since = {
    price: (of: string) => t('since', { price: priceOf(of) }),
    volume: (of: string) => t('sinceUsual', { volume: volumeOf(of) }),
    funding: (of: string) => t('sinceRate', { rate: rateOf(of) }),
  }[groupOf(kind)]
  return {
    what: t(`what.${kind}`, { value: wanted }),
    since: reference === undefined ? undefined : since(reference),
    firedBy: fired === undefined ? '' : firedText(fired),
  }

  function firedText(by: NonNullable<Alert['fired']>): string {
    if (by.by === 'print') return t('firedBy', { print: String(by.sequence), price: priceOf(by.price) })
    return by.by === 'volume'
      ? t('firedByVolume', { volume: volumeOf(by.volume) })
      : t('firedByRate', { rate: rateOf(by.rate) })
  }
}

/** Without the zeros that only the scale of the instrument brings. */
const trimmed = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)
