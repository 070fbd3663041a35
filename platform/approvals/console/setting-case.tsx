import { readMoment } from '@bolsillo/kernel'
import {
  Button,
  Card,
  DateField,
  DateTime,
  dayOf,
  formatDateTime,
  LoadMore,
  Note,
  SelectField,
  serverNow,
  showToast,
  TextField,
  useUi,
} from '@bolsillo/ui'
import { DataTable, FactTable } from '@bolsillo/ui/console'
import { useAction, useMay, usePages } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { listSettingHistory, listSettings, listWork, proposeSetting } from '../contract/operator.ts'
import { settingReasons } from '../domain/index.ts'
import { ProposeCard, ReasonField } from './propose-card.tsx'
import { purposeOf, reasonWord, type SettingRow, useOwnWords } from './words.ts'

/** One setting. */
export function SettingCase({ setting }: { readonly setting: SettingRow }) {
  const t = useOwnWords()
  const { key, value, standard, min, max, lengthMax, choices, publicName, notice, next, open } = setting
  const words = lengthMax === undefined ? (choices ?? ['true', 'false']).join(', ') : `≤ ${lengthMax}`
  const bounds = min === undefined ? words : `${min} … ${max}`
  const may = useMay(proposeSetting)
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
            ...(notice === undefined
              ? []
              : [
                  { label: t('settings.worse'), value: t(`settings.worseWays.${notice.worse}`) },
                  { label: t('settings.notice'), value: t('settings.noticeLine', { days: notice.days }) },
                ]),
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

/** A day and a time of the console's zone, as they are typed. */
interface TypedMoment {
  readonly day: string
  /** `hh:mm`, of 24 hours. */
  readonly time: string
}

function ChangeForm({ setting }: { readonly setting: SettingRow }) {
  const t = useOwnWords()
  const [value, setValue] = useState(setting.value)
  const [reason, setReason] = useState<string>(settingReasons[0])
  const { zone } = useUi()
  const [from, setFrom] = useState((): TypedMoment => {
    // What touches withdrawals is announced; two hours are for the second person.
    const at = serverNow() + (setting.notice === undefined ? 24 : setting.notice.days * 24 + 2) * hourMs
    return { day: dayOf(at, zone), time: formatDateTime(at, zone, { shows: 'time' }) }
  })
  const propose = useAction(proposeSetting, { refreshes: [listSettings, listWork] })
  const effectiveAt = readMoment(from.day, from.time, zone)
  const submit = (): void => {
    if (effectiveAt === undefined) return
    propose.mutate(
      { key: setting.key, value, effectiveAt, reason },
      { onSuccess: () => showToast(t('settings.proposed')) },
    )
  }
  const words = setting.type === 'flag' ? ['true', 'false'] : setting.type === 'choice' ? setting.choices : undefined
  return (
    <ProposeCard title={t('settings.propose')} problem={propose.error?.message}>
      {words === undefined ? (
        <TextField
          label={t('settings.value')}
          value={value}
          onChange={setValue}
          maxLength={setting.lengthMax ?? 400}
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
        disabled={value === setting.value || effectiveAt === undefined}
        onClick={submit}
      >
        {t('settings.propose')}
      </Button>
    </ProposeCard>
  )
}

function EffectiveField(props: { readonly value: TypedMoment; readonly onChange: (value: TypedMoment) => void }) {
  const t = useOwnWords()
  const { zone } = useUi()
  const { value, onChange } = props
  return (
    <div>
      <div className="grid grid-cols-2 gap-2 max-[479px]:grid-cols-1">
        <DateField
          label={t('settings.effectiveAt')}
          value={value.day}
          min={dayOf(serverNow(), zone)}
          onChange={(day) => onChange({ ...value, day })}
        />
        <TextField
          label={`${t('settings.effectiveTime')} (${zone})`}
          value={value.time}
          onChange={(time) => onChange({ ...value, time })}
          placeholder="hh:mm"
          maxLength={5}
        />
      </div>
      <p className="mt-1 px-1 text-12 text-second">{t('settings.effectiveHint')}</p>
    </div>
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
