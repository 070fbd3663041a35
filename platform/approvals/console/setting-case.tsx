import { systemClock } from '@bolsillo/kernel'
import { Button, Card, DateTime, LoadMore, Note, SelectField, showToast, TextField, useUi } from '@bolsillo/ui'
import { DataTable, FactTable } from '@bolsillo/ui/console'
import { useAction, usePages, useSession } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { hasRole, settingReasons } from '../domain/index.ts'
import { listSettingHistory, listSettings, listWork, proposeSetting } from '../operator-contract.ts'
import { ProposeCard, ReasonField } from './propose-card.tsx'
import { purposeOf, reasonWord, type SettingRow, useOwnWords } from './words.ts'

/** One setting. */
export function SettingCase({ setting }: { readonly setting: SettingRow }) {
  const t = useOwnWords()
  const { user } = useSession()
  const { key, value, standard, min, max, choices, publicName, next, open } = setting
  const bounds = min === undefined ? (choices ?? ['true', 'false']).join(', ') : `${min} … ${max}`
  const may = hasRole(user?.idStatus.split(' ') ?? [], ['product', 'treasury', 'admin'])
  return (
    <>
      <header>
        <h2 className="text-20">{key}</h2>
        <p className="max-w-[80ch] text-second">{purposeOf(setting)}</p>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('settings.now'), value: <b>{value}</b> },
            ...(next === undefined
              ? []
              : [
                  {
                    label: t('settings.next'),
                    value: (
                      <>
                        <b>{next.value}</b> · <DateTime at={next.effectiveAt} />
                      </>
                    ),
                  },
                ]),
            { label: t('settings.bounds'), value: bounds },
            { label: t('settings.standard'), value: standard },
            { label: t('settings.publicName'), value: publicName ?? t('settings.notPublic') },
          ]}
        />
      </Card>
      {open !== undefined ? (
        <Note icon={CircleAlert}>{t('settings.waits')}</Note>
      ) : may ? (
        <ChangeForm setting={setting} />
      ) : (
        <Note icon={CircleAlert}>{t('settings.readOnly')}</Note>
      )}
      <History settingKey={key} />
    </>
  )
}

const hourMs = 3_600_000

/** A moment as the browser's own field writes it, in this machine's zone. */
function localText(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offsetMs).toISOString().slice(0, 16)
}

function ChangeForm({ setting }: { readonly setting: SettingRow }) {
  const t = useOwnWords()
  const [value, setValue] = useState(setting.value)
  const [reason, setReason] = useState<string>(settingReasons[0])
  const [from, setFrom] = useState(() => localText(systemClock.now() + 24 * hourMs))
  const propose = useAction(proposeSetting, { refreshes: [listSettings, listWork] })
  const effectiveAt = new Date(from).getTime()
  const submit = (): void =>
    propose.mutate(
      { key: setting.key, value, effectiveAt, reason },
      { onSuccess: () => showToast(t('settings.proposed')) },
    )
  const words = setting.type === 'flag' ? ['true', 'false'] : setting.type === 'choice' ? setting.choices : undefined
  return (
    <ProposeCard title={t('settings.propose')} problem={propose.error?.message}>
      {words === undefined ? (
        <TextField
          label={t('settings.value')}
          value={value}
          onChange={setValue}
          maxLength={400}
          {...(setting.type === 'list' ? { hint: t('settings.listHint') } : {})}
        />
      ) : (
        <SelectField
          label={t('settings.value')}
          value={value}
          onChange={setValue}
          choices={words.map((word) => ({ value: word, label: word }))}
        />
      )}
      <EffectiveField value={from} onChange={setFrom} />
      <ReasonField reasons={settingReasons} value={reason} onChange={setReason} />
      <Button
        size="medium"
        loading={propose.isPending}
        disabled={value === setting.value || !Number.isFinite(effectiveAt)}
        onClick={submit}
      >
        {t('settings.propose')}
      </Button>
    </ProposeCard>
  )
}

function EffectiveField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useOwnWords()
  const { zone } = useUi()
  return (
    <label className="block rounded-field border-[1.5px] border-line bg-card px-3.5 py-2 focus-within:border-brand">
      <span className="block text-12 text-second">
        {t('settings.effectiveAt')} ({zone})
      </span>
      <input
        type="datetime-local"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-full bg-transparent py-0.5 font-strong text-16 text-ink outline-none"
      />
      <span className="mt-1 block text-12 text-second">{t('settings.effectiveHint')}</span>
    </label>
  )
}

function History({ settingKey }: { readonly settingKey: string }) {
  const t = useOwnWords()
  const pages = usePages(listSettingHistory, { key: settingKey })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Card pad="none">
      <h3 className="px-3 pt-3 text-15">{t('settings.history')}</h3>
      {rows.length === 0 ? (
        <p className="px-3 pt-1 pb-3 text-second">{t('settings.noHistory')}</p>
      ) : (
        <DataTable
          label={t('settings.history')}
          rows={rows}
          keyOf={({ changedAt, effectiveAt }) => `${changedAt} ${effectiveAt}`}
          columns={[
            { title: t('settings.value'), cell: ({ value }) => <b className="break-all">{value}</b> },
            { title: t('settings.effectiveAt'), cell: ({ effectiveAt }) => <DateTime at={effectiveAt} /> },
            { title: t('settings.by'), cell: ({ name }) => name },
            { title: t('settings.reason'), cell: ({ reason }) => reasonWord('approvals.', reason) },
          ]}
        />
      )}
      {pages.hasNextPage && (
        <LoadMore state={pages.isFetchingNextPage ? 'loading' : 'more'} onMore={() => void pages.fetchNextPage()} />
      )}
    </Card>
  )
}
