import { Button, Icon, Note, showToast } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { passPracticeDay, position, positions, ticket } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** "Let a day pass for me": where shares are locked, in the practice market, marked as practice. */
export function PassDay() {
  const t = useWords<Messages>('stocks')
  const passing = useAction(passPracticeDay, { refreshes: [position, positions, ticket] })
  const { error } = passing
  return (
    <div className="grid gap-2 rounded-field border-[1.5px] border-warnink/30 border-dashed p-3.5">
      <Note icon={FlaskConical} tone="warning">
        {t('practice.text')}
      </Note>
      <Button
        kind="ghost"
        wide
        size="medium"
        icon={<Icon of={FlaskConical} size={18} />}
        loading={passing.isPending}
        onClick={() => passing.mutate({}, { onSuccess: () => showToast(t('practice.done')) })}
      >
        {t('practice.action')}
      </Button>
      {error !== null && <Note tone="bad">{error.message === '' ? t('practice.unknown') : error.message}</Note>}
    </div>
  )
}
