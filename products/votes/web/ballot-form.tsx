import { Button, DefinitionList, Note, Sheet, showToast } from '@bolsillo/ui'
import { sha256, useAction, useCustomer, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, useState } from 'react'
import { castVote, readVotes } from '../contract/index.ts'
import { ballotText } from '../domain/ballot-list.ts'
import type { Messages } from '../messages/es-ES.ts'
import { newNonce, writeOwnBallot, writeSentBallot } from './own-ballot.ts'
import { useWeightWords, type Vote } from './vote-words.tsx'

/** The options to choose from, and the sheet that says what sending means. */
export function BallotForm({ vote, weight }: { readonly vote: Vote; readonly weight: string }) {
  const t = useWords<Messages>('votes')
  const [option, setOption] = useState<number>()
  const [isReviewed, setReviewed] = useState(false)
  const name = useId()
  return (
    <form
      className="flex w-full flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setReviewed(true)
      }}
    >
      <fieldset>
        <legend className="sr-only">{t('choose')}</legend>
        {vote.options.map((text, index) => (
          <label
            key={text}
            className="flex min-h-12 cursor-pointer items-center gap-3 border-hair border-t py-2.5 first-of-type:border-t-0"
          >
            <input
              type="radio"
              name={name}
              checked={option === index + 1}
              onChange={() => setOption(index + 1)}
              className="size-5 shrink-0 accent-(--brand)"
            />
            <span className="min-w-0 break-words">{text}</span>
          </label>
        ))}
      </fieldset>
      <Button wide type="submit" disabled={option === undefined}>
        {t('review')}
      </Button>
      {option !== undefined && (
        <ConfirmSheet
          open={isReviewed}
          vote={vote}
          option={option}
          weight={weight}
          onClose={() => setReviewed(false)}
        />
      )}
    </form>
  )
}

function ConfirmSheet(props: {
  readonly open: boolean
  readonly vote: Vote
  readonly option: number
  readonly weight: string
  readonly onClose: () => void
}) {
  const t = useWords<Messages>('votes')
  const { open, vote, option, weight, onClose } = props
  const weightWords = useWeightWords(vote)
  const customer = useCustomer() ?? ''
  const cast = useAction(castVote, { refreshes: [readVotes] })
  // One for each ballot: a second press after an unknown outcome sends the same.
  const [nonce] = useState(newNonce)
  const send = async (): Promise<void> => {
    // Made here of what is sent: what the server answers, now and at the closing, is compared with it.
    const receipt = await sha256(ballotText({ voteId: vote.id, option, weight, nonce }))
    const ballot = { option, weight, nonce, receipt }
    writeSentBallot(customer, vote.id, ballot)
    cast.mutate(
      { id: vote.id, option: String(option), nonce },
      {
        onSuccess: (answer) => {
          writeOwnBallot(customer, vote.id, ballot)
          if (answer.receipt === receipt) showToast(t('sent'))
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('confirmTitle')}
      locked={cast.isPending}
      footer={
        <Button wide loading={cast.isPending} onClick={() => void send()}>
          {t('send')}
        </Button>
      }
    >
      <p className="break-words text-second">{vote.question}</p>
      <p className="break-words font-strong text-17">{vote.options[option - 1]}</p>
      <DefinitionList facts={[{ label: t('yourWeight'), value: weightWords(weight) }]} />
      <Note tone="warning" icon={CircleAlert}>
        {t('confirmText')}
      </Note>
      <p className="text-13 text-second">{t('secrecy')}</p>
      {cast.error !== null && <Note tone="bad">{cast.error.message}</Note>}
    </Sheet>
  )
}
