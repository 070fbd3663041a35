import type { ReplyOf } from '@bolsillo/contract'
import { Button, Card, Icon, Note, Pill, showToast } from '@bolsillo/ui'
import { Link, useAction, useWords } from '@bolsillo/web-kit'
import BellRing from 'lucide-react/icons/bell-ring'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useState } from 'react'
import { addPushDevice, listPushDevices, removePushDevice, testPushDevice } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ability, subscribe, unsubscribe } from './own-browser.ts'

type Device = ReplyOf<typeof listPushDevices>['rows'][number]

/** Switches notices on and off where it is shown. The browser asks its owner after a press, and at no other time. */
export function OwnDeviceCard(props: {
  /** Undefined: this server sends nothing to devices. */
  readonly serverKey: string | undefined
  readonly own: Device | undefined | 'unknown'
  readonly onChange: () => void
}) {
  const { serverKey, own, onChange } = props
  const t = useWords<Messages>('push')
  const [can, setCan] = useState(ability)
  const isOn = can === 'able' && own !== undefined && own !== 'unknown'
  return (
    <Card>
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-15">
          <Icon of={BellRing} size={20} className="text-second" />
          {t('here')}
        </h2>
        {own !== 'unknown' && <Pill tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'states.on' : 'states.off')}</Pill>}
      </div>
      <p className="mt-2 mb-3 text-14 text-second">{t('lead')}</p>
      {serverKey === undefined ? (
        <Hindrance>{t('states.absent')}</Hindrance>
      ) : can !== 'able' ? (
        <Hindrance>
          {t(`states.${can}`)}
          {can === 'install' && (
            <Link href="/pages/common/iosAPP" className="mt-1 block font-strong text-brand">
              {t('how')}
            </Link>
          )}
        </Hindrance>
      ) : own === 'unknown' ? (
        <Button wide loading>
          {t('enable')}
        </Button>
      ) : own === undefined ? (
        <Enable serverKey={serverKey} onChange={onChange} onDenied={() => setCan(ability())} />
      ) : (
        <WhileOn own={own} onChange={onChange} />
      )}
    </Card>
  )
}

function Hindrance({ children }: { readonly children: ReactNode }) {
  return (
    <Note icon={CircleAlert} tone="warning">
      {children}
    </Note>
  )
}

function Enable(props: { readonly serverKey: string; readonly onChange: () => void; readonly onDenied: () => void }) {
  const { serverKey, onChange, onDenied } = props
  const t = useWords<Messages>('push')
  const add = useAction(addPushDevice, { refreshes: [listPushDevices] })
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<'notReady' | 'failed'>()
  const enable = async (): Promise<void> => {
    setIsAsking(true)
    setProblem(undefined)
    const subscribed = await subscribe(serverKey)
    setIsAsking(false)
    if (subscribed === 'denied') return onDenied()
    if (typeof subscribed === 'string') return setProblem(subscribed)
    add.mutate(subscribed, {
      onSuccess: () => {
        onChange()
        showToast(t('enabled'))
      },
      onError: () => void unsubscribe(),
    })
  }
  const text = problem === undefined ? add.error?.message : t(problem)
  return (
    <>
      {text !== undefined && (
        <Note icon={CircleAlert} tone="bad" className="mb-3">
          {text}
        </Note>
      )}
      <Button wide loading={isAsking || add.isPending} onClick={() => void enable()}>
        {t('enable')}
      </Button>
    </>
  )
}

function WhileOn({ own, onChange }: { readonly own: Device; readonly onChange: () => void }) {
  const t = useWords<Messages>('push')
  const { deviceId } = own
  const test = useAction(testPushDevice, { refreshes: [listPushDevices] })
  const remove = useAction(removePushDevice, { refreshes: [listPushDevices] })
  const disabled = async (): Promise<void> => {
    await unsubscribe()
    onChange()
    showToast(t('disabled'))
  }
  const error = test.error ?? remove.error
  return (
    <div className="grid gap-2">
      {error !== null && (
        <Note icon={CircleAlert} tone="bad">
          {error.message}
        </Note>
      )}
      <Button
        kind="primary"
        wide
        loading={test.isPending}
        onClick={() => test.mutate({ deviceId }, { onSuccess: () => showToast(t('tested')) })}
      >
        {t('test.send')}
      </Button>
      <Button
        kind="ghost"
        wide
        loading={remove.isPending}
        onClick={() => remove.mutate({ deviceId }, { onSuccess: () => void disabled() })}
      >
        {t('disable')}
      </Button>
    </div>
  )
}
