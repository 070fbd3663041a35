import { Card, DateTime, Note } from '@bolsillo/ui'
import { ConsolePage } from '@bolsillo/ui/console'
import { useCall, useWords } from '@bolsillo/web-kit'
import Hourglass from 'lucide-react/icons/hourglass'
import { operatorInfo } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

/** All that somebody sees whose powers have not begun. */
export default function WaitingPage() {
  const t = useWords<Messages>('identity')
  const info = useCall(operatorInfo, {})
  const { waiting = [], powersFrom } = info.data ?? {}
  return (
    <ConsolePage title={t('operator.waitTitle')}>
      <Card>
        <p className="text-15">{waiting.map((role) => t(`operator.roles.${role}`)).join(', ')}</p>
        {powersFrom !== undefined && (
          <p className="mt-1 text-15">
            {t('operator.waitFrom')} <DateTime at={powersFrom} />
          </p>
        )}
      </Card>
      <Note icon={Hourglass} className="max-w-[64ch]">
        {t(powersFrom === undefined ? 'operator.waitNumber' : 'operator.waitText')}
      </Note>
    </ConsolePage>
  )
}
