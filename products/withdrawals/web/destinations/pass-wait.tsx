import { Button, Icon, Note, showToast } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { bankInfo, listAddresses, listBanks, passDestinationWait, withdrawalStatus } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

/** "Let the wait pass for me": of one destination that waits, in the practice market, marked as practice. */
export function PassWait({
  destinationId,
  onPassed,
}: {
  readonly destinationId: string
  readonly onPassed: () => void
}) {
  const t = useWords<Messages>('withdrawals')
  const passing = useAction(passDestinationWait, { refreshes: [listBanks, listAddresses, bankInfo, withdrawalStatus] })
  const { error } = passing
  return (
    <div className="grid gap-2 rounded-field border-[1.5px] border-warnink/30 border-dashed p-3.5">
      <Note icon={FlaskConical} tone="warning">
        {t('practice.waitText')}
      </Note>
      <Button
        kind="ghost"
        wide
        size="medium"
        icon={<Icon of={FlaskConical} size={18} />}
        loading={passing.isPending}
        onClick={() =>
          passing.mutate(
            { destinationId },
            {
              onSuccess: () => {
                showToast(t('practice.waitDone'))
                onPassed()
              },
            },
          )
        }
      >
        {t('practice.waitAction')}
      </Button>
      {error !== null && <Note tone="bad">{error.message === '' ? t('common.unknown') : error.message}</Note>}
    </div>
  )
}
