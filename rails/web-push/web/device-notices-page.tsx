import type { ReplyOf } from '@bolsillo/contract'
import { Age, Button, ErrorState, Icon, ListRow, Note, PageFrame, Section, SkeletonRows, showToast } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import Smartphone from 'lucide-react/icons/smartphone'
import { useCallback, useEffect, useState } from 'react'
import { listPushDevices, removePushDevice } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ownMark, unsubscribe } from './own-browser.ts'
import { OwnDeviceCard } from './own-device-card.tsx'

type Device = ReplyOf<typeof listPushDevices>['rows'][number]

/** Which devices are sent notices: this one, switched on and off here, and the others. */
export default function DeviceNoticesPage() {
  const t = useWords<Messages>('push')
  const found = useCall(listPushDevices, {})
  const [mark, look] = useOwnMark()
  const rows = found.data?.rows ?? []
  const own = rows.find((row) => row.mark === mark)
  return (
    <PageFrame title={t('title')}>
      {found.isPending && <SkeletonRows rows={3} />}
      {found.isError && <ErrorState title={found.error.message} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && (
        <>
          <OwnDeviceCard serverKey={found.data.key} own={mark === undefined ? 'unknown' : own} onChange={look} />
          <Devices rows={rows} own={own} onRemoved={look} />
          <Note icon={Lock} className="px-1">
            {t('privacy')} {t('signOut')}
          </Note>
        </>
      )}
    </PageFrame>
  )
}

/** What the server knows this browser by, undefined until the browser has said, and how to look again. */
function useOwnMark(): readonly [string | undefined, () => void] {
  const [mark, setMark] = useState<string>()
  const look = useCallback(() => void ownMark().then(setMark), [])
  useEffect(look, [look])
  return [mark, look]
}

function Devices(props: {
  readonly rows: readonly Device[]
  readonly own: Device | undefined
  readonly onRemoved: () => void
}) {
  const { rows, own, onRemoved } = props
  const t = useWords<Messages>('push')
  const remove = useAction(removePushDevice, { refreshes: [listPushDevices] })
  const nameOf = ({ device }: Device): string => (device === '—' ? t('unknown') : device)
  const gone = async (row: Device): Promise<void> => {
    if (row === own) await unsubscribe()
    onRemoved()
    showToast(t('removed'))
  }
  return (
    <Section title={t('devices')}>
      {rows.length === 0 && <p className="py-3 text-14 text-second">{t('none')}</p>}
      {rows.map((row) => (
        <ListRow
          key={row.deviceId}
          quiet
          lead={<Icon of={Smartphone} size={20} className="text-second" />}
          title={row === own ? `${nameOf(row)} · ${t('here')}` : nameOf(row)}
          note={
            <>
              {t('since')} <Age at={row.addedAt} />
            </>
          }
          aside={
            <Button
              kind="plain"
              size="medium"
              className="-my-2 -mr-4 text-danger"
              aria-label={t('removeOf', { device: nameOf(row) })}
              loading={remove.isPending && remove.variables?.deviceId === row.deviceId}
              onClick={() => remove.mutate({ deviceId: row.deviceId }, { onSuccess: () => void gone(row) })}
            >
              {t('remove')}
            </Button>
          }
        />
      ))}
    </Section>
  )
}
