import { Card, CopyRow, DateTime, DefinitionList, Note } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Messages } from '../messages/es-ES.ts'
import type { OwnBallot } from './own-ballot.ts'
import { useWeightWords, type Vote } from './vote-words.tsx'

/**
 * The receipt of one's ballot. What this device keeps is compared with what the server says: a ballot that is gone, or has
 * another receipt, is named at once.
 */
export function ReceiptCard({ vote, kept }: { readonly vote: Vote; readonly kept: OwnBallot | undefined }) {
  const t = useWords<Messages>('votes')
  const weightWords = useWeightWords(vote)
  const { own, options } = vote
  const receipt = kept?.receipt ?? own?.receipt
  if (own === undefined || receipt === undefined) return null
  const isGone = kept !== undefined && own.receipt === undefined
  const isOther = kept !== undefined && own.receipt !== undefined && own.receipt !== kept.receipt
  return (
    <Card>
      <h2 className="mb-1 text-15">{t('receipt.title')}</h2>
      {(isGone || isOther) && (
        <div role="alert" className="my-2">
          <Note tone="warning" icon={CircleAlert}>
            {t(isGone ? 'receipt.gone' : 'receipt.wrong')}
          </Note>
        </div>
      )}
      <DefinitionList
        className="mb-2"
        facts={[
          ...(kept === undefined ? [] : [{ label: t('yourChoice'), value: options[kept.option - 1] ?? '' }]),
          { label: t('yourWeight'), value: weightWords(kept?.weight ?? own.weight ?? '0') },
          ...(own.castAt === undefined ? [] : [{ label: t('receipt.castAt'), value: <DateTime at={own.castAt} /> }]),
        ]}
      />
      <CopyRow label={t('receipt.code')} value={receipt} />
      {kept !== undefined && !isGone && !isOther && (
        <Note tone="good" icon={ShieldCheck}>
          {t('receipt.checked')}
        </Note>
      )}
      <p className="mt-2 text-13 text-second">{t('receipt.why')}</p>
    </Card>
  )
}
