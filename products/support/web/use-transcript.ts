import { saveFile, sha256, useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { recordTranscript } from '../contract/index.ts'
import { type TranscriptLine, type TranscriptWords, transcriptText } from '../domain/transcript.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { Conversation } from './conversation-row.tsx'

/**
 * Keeps a copy: this device makes the file of what it shows, the server records the hash of the same lines, and the file is
 * saved only when both agree.
 */
export function useTranscript(of: Conversation, lines: readonly TranscriptLine[]) {
  const t = useWords<Messages>('support')
  const record = useAction(recordTranscript)
  const [outcome, setOutcome] = useState<{ readonly hash: string } | 'failed'>()
  const words: TranscriptWords = {
    ...{ title: t('transcript.title'), topic: t('transcript.topic'), about: t('transcript.about') },
    ...{ opened: t('transcript.opened'), customer: t('transcript.customer'), staff: t('transcript.staff') },
    ...{
      hash: t('transcript.hash'),
      salt: t('transcript.salt'),
      picture: t('transcript.picture'),
      check: t('transcript.check'),
    },
    events: {
      taken: t('transcript.events.taken'),
      closed: t('transcript.events.closed'),
      reopened: t('transcript.events.reopened'),
    },
  }
  const keep = (): void => {
    setOutcome(undefined)
    const onSuccess = async (recorded: { readonly hash: string; readonly lines: number }): Promise<void> => {
      const text = transcriptText({ ...of, topic: t(`topics.${of.topic}`) }, lines.slice(0, recorded.lines), words)
      const hash = await sha256(text)
      if (hash !== recorded.hash) return setOutcome('failed')
      saveFile(`${of.id}.txt`, 'text/plain;charset=utf-8', text)
      setOutcome({ hash })
    }
    record.mutate({ id: of.id }, { onSuccess: (recorded) => void onSuccess(recorded) })
  }
  return { keep, isPending: record.isPending, error: record.error?.message, outcome }
}
