import { Button, Note, Sheet, SkeletonRows, showToast, useUi } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { answerSuitability, contractTicket, suitability } from '../contract/index.ts'
import {
  type SuitabilityAnswers,
  type SuitabilityChoice,
  type SuitabilityQuestion,
  suitabilityChoices,
  suitabilityQuestions,
} from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { LosingNote } from './position/losing-note.tsx'

interface SuitabilitySheetProps {
  readonly onDone: (passed: boolean) => void
}

/** Four questions before the first leverage above 1×. Who answers wrongly sees which, and may answer again. */
export function SuitabilitySheet({ onDone }: SuitabilitySheetProps) {
  const t = useWords<Messages>('contracts')
  const { words } = useUi()
  const known = useCall(suitability, {})
  const [answers, setAnswers] = useState<Partial<SuitabilityAnswers>>({})
  const [wrong, setWrong] = useState<readonly SuitabilityQuestion[]>([])
  const answering = useAction(answerSuitability, { refreshes: [suitability, contractTicket] })
  const complete = suitabilityQuestions.every((question) => answers[question] !== undefined)
  const send = (): void =>
    answering.mutate(answers, {
      onSuccess: (reply) => {
        setWrong(reply.wrong)
        if (!reply.suitability.passed) return
        showToast(t('suitability.passed'))
        onDone(true)
      },
    })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone(false)}
      title={t('titles.suitability')}
      locked={answering.isPending}
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button kind="ghost" disabled={answering.isPending} onClick={() => onDone(false)}>
            {t('suitability.later')}
          </Button>
          <Button loading={answering.isPending} disabled={!complete} onClick={send}>
            {t('suitability.send')}
          </Button>
        </div>
      }
    >
      <p className="text-second">{t('suitability.lead')}</p>
      {known.data === undefined ? <SkeletonRows rows={1} /> : <LosingNote of={known.data} linked={false} />}
      {suitabilityQuestions.map((question) => (
        <Question
          key={question}
          question={question}
          answer={answers[question]}
          isWrong={wrong.includes(question)}
          onAnswer={(choice) => {
            setWrong(wrong.filter((one) => one !== question))
            setAnswers({ ...answers, [question]: choice })
          }}
        />
      ))}
      {answering.error !== null && (
        <Note tone="bad">{answering.error.message === '' ? words.failed : answering.error.message}</Note>
      )}
    </Sheet>
  )
}

function Question(props: {
  readonly question: SuitabilityQuestion
  readonly answer: SuitabilityChoice | undefined
  readonly isWrong: boolean
  readonly onAnswer: (choice: SuitabilityChoice) => void
}) {
  const t = useWords<Messages>('contracts')
  const { question, answer, isWrong, onAnswer } = props
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-strong">{t(`suitability.questions.${question}`)}</legend>
      {suitabilityChoices.map((choice) => (
        <label
          key={choice}
          className={`flex min-h-11 items-center gap-3 rounded-field border px-3 py-2 ${answer === choice ? 'border-brand bg-wash' : 'border-line'}`}
        >
          <input
            type="radio"
            name={question}
            checked={answer === choice}
            onChange={() => onAnswer(choice)}
            className="size-4 shrink-0 accent-brand"
          />
          <span>{t(`suitability.answers.${question}.${choice}`)}</span>
        </label>
      ))}
      {isWrong && (
        <p role="alert" className="text-13 text-danger">
          {t('suitability.wrong')}
        </p>
      )}
    </fieldset>
  )
}
