import { defineRoom } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { castVote } from './cast-vote.ts'
import { depsOf } from './deps.ts'
import { listVotes, proposeVote } from './propose-vote.ts'
import { publishKind } from './publish-vote.ts'
import { listBallots, readVotes } from './read-votes.ts'
import { createVotePass } from './vote-pass.ts'

const passEveryMs = 2_000

/** The module object of votes. */
export const createVotes = defineRoom({
  name: 'votes',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  deps: depsOf,
  useCases: [readVotes, castVote, listBallots],
  operatorUseCases: [listVotes, proposeVote],
  approvalKinds: [publishKind],
  jobs: (deps) => [{ name: 'votes.pass', everyMs: passEveryMs, run: createVotePass(deps) }],
})
