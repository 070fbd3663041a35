import { Card, DateTime, Icon, useNow } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Hourglass from 'lucide-react/icons/hourglass'
import { type CoolDownReason, newDestinationReasons } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

interface Wait {
  readonly reason: CoolDownReason
  readonly until: number
}

const secondMs = 1000

/** Why withdrawals wait (or only new destinations and what is opened on credit), and how long they still do, counting down. Nothing when they do not. */
export function Waits({ coolDowns }: { readonly coolDowns: readonly Wait[] }) {
  const t = useWords<Messages>('identity')
  const now = useNow(secondMs, coolDowns.length > 0)
  const waiting = coolDowns.filter(({ until }) => until > now)
  const [last] = waiting
  if (last === undefined) return null
  const all = waiting.some(({ reason }) => !newDestinationReasons.includes(reason))
  return (
    <Card>
      <div className="flex items-start gap-3" role="status">
        <Icon of={Hourglass} size={20} className="mt-0.5 shrink-0 text-warnink" />
        <div className="min-w-0 flex-1">
          <h2 className="text-15">{t(all ? 'waits.title' : 'waits.partTitle')}</h2>
          <p className="mt-1 font-strong text-24 tabular-nums">
            <TimeLeft until={last.until} />
          </p>
          <p className="text-12 text-second">
            {t('waits.until')} <DateTime at={last.until} />
          </p>
          <ul className="mt-2 flex flex-col gap-1 text-13 text-second">
            {waiting.map(({ reason, until }) => (
              <li key={`${reason} ${until}`}>{t(`waits.reasons.${reason}`)}</li>
            ))}
          </ul>
          <p className="mt-2 text-12 text-second">{t('waits.why')}</p>
        </div>
      </div>
    </Card>
  )
}

/** How long until a time: `23:59:04`. */
function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(secondMs)
  const seconds = Math.max(0, Math.ceil((until - now) / secondMs))
  const two = (count: number): string => String(count).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  return <>{`${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`}</>
}

/** When a lock opens, counting down. */
export function LockLeft({ until }: { readonly until: number }) {
  const t = useWords<Messages>('identity')
  return (
    <span className="tabular-nums">
      {t('waits.opensIn')} <TimeLeft until={until} />
    </span>
  )
}
