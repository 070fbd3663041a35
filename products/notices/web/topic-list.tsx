import type { ReplyOf } from '@bolsillo/contract'
import { Card, Icon, Note, Switch, useUi } from '@bolsillo/ui'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { readNoticeChoices, setNoticeChoice } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Choices = ReplyOf<typeof readNoticeChoices>
type Topic = Choices['topics'][number]
type Channel = Choices['channels'][number]

const securityPath = '/pages/user/security'
/** A page of rails/web-push. */
const devicesPath = '/pages/user/deviceNotices'

/** Each topic with a switch for each channel; security without any, because it is always on. */
export function TopicList({ choices: { channels, topics } }: { readonly choices: Choices }) {
  const t = useWords<Messages>('notices')
  const [error, setError] = useState<Refusal>()
  const { words } = useUi()
  if (channels.length === 0) return <Note>{t('noChannels')}</Note>
  return (
    <>
      <MissingAddresses channels={channels} />
      <Card pad="list">
        <ul>
          {topics.map((topic) => (
            <TopicRow key={topic.topic} topic={topic} channels={channels} onError={setError} />
          ))}
        </ul>
      </Card>
      {error !== undefined && <Note tone="bad">{error.message === '' ? words.failed : error.message}</Note>}
    </>
  )
}

function TopicRow(props: {
  readonly topic: Topic
  readonly channels: readonly Channel[]
  readonly onError: (error: Refusal | undefined) => void
}) {
  const { topic, channels, onError } = props
  const t = useWords<Messages>('notices')
  const name = t(`topics.${topic.topic}.name`)
  return (
    <li className="border-hair border-t py-3 first:border-t-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-strong text-15">{name}</h2>
          <p className="text-12 text-second">{topic.isLocked ? t('alwaysNote') : t(`topics.${topic.topic}.note`)}</p>
        </div>
        {topic.isLocked && (
          <p className="flex shrink-0 items-center gap-1.5 font-strong text-13 text-second">
            <Icon of={Lock} size={16} />
            {t('always')}
          </p>
        )}
      </div>
      {!topic.isLocked && (
        <ul className="mt-1 grid grid-cols-1 gap-x-8 min-[600px]:grid-cols-2">
          {channels.map(({ channel }) => (
            <ChannelSwitch key={channel} topic={topic} channel={channel} onError={onError} />
          ))}
        </ul>
      )}
    </li>
  )
}

function ChannelSwitch(props: {
  readonly topic: Topic
  readonly channel: Channel['channel']
  readonly onError: (error: Refusal | undefined) => void
}) {
  const { channel, onError } = props
  const { topic, on } = props.topic
  const t = useWords<Messages>('notices')
  // What was just switched, until the answer is read again: a switch must not jump back meanwhile.
  const [switched, setSwitched] = useState<boolean>()
  const setting = useAction(setNoticeChoice, { refreshes: [readNoticeChoices] })
  const change = (isOn: boolean): void => {
    onError(undefined)
    setSwitched(isOn)
    setting.mutate({ topic, channel, isOn }, { onError, onSettled: () => setSwitched(undefined) })
  }
  const name = t(`channels.${channel}`)
  return (
    <li className="flex min-h-11 items-center justify-between gap-3">
      <span className="min-w-0 text-13">{name}</span>
      <Switch
        checked={switched ?? on.includes(channel)}
        onChange={change}
        label={t('switchOf', { topic: t(`topics.${topic}.name`), channel: name })}
      />
    </li>
  )
}

/** Which channels reach nobody, because the account has no address there. */
function MissingAddresses({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useWords<Messages>('notices')
  const { Link } = useUi()
  const missing = channels.filter(({ hasAddress }) => !hasAddress)
  const texts = missing.flatMap(({ channel }) =>
    channel === 'email' ? t('noAddress.email') : channel === 'sms' ? t('noAddress.phone') : [],
  )
  const isWithoutDevice = missing.some(({ channel }) => channel === 'push')
  return (
    <>
      {texts.length > 0 && (
        <p className="px-1 text-13 text-second">
          {texts.join('. ')}.{' '}
          <Link href={securityPath} className="font-medium text-brand">
            {t('addAddress')}
          </Link>
        </p>
      )}
      {isWithoutDevice && (
        <p className="px-1 text-13 text-second">
          {t('noAddress.device')}.{' '}
          <Link href={devicesPath} className="font-medium text-brand">
            {t('addDevice')}
          </Link>
        </p>
      )}
    </>
  )
}
