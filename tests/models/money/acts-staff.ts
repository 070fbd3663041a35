import { crew } from './cast.ts'
import { must } from './model.ts'
import { count, dataOf, type Proposal, refusalOf, textIn, type World } from './stage.ts'

/** What somebody of the staff proposes. */
interface Wish extends Pick<Proposal, 'what' | 'problem' | 'effect' | 'mayRefuse'> {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Why proposing it is refused already; as deciding it when left out. */
  readonly atFirst?: string | undefined
  /** Why it is proposed and decided; the body's own when left out. */
  readonly reason?: string
  /** Who may: places in the crew, the first of them proposes. */
  readonly by?: readonly number[]
}

/** Proposes something; often a second person decides at once, sometimes other things happen first. */
export async function propose(world: World, wish: Wish): Promise<string | undefined> {
  const { random } = world
  const able = wish.by ?? [0, 1, 2]
  const by = random.pick(able)
  const maker = crew[by]
  if (maker === undefined) return undefined
  const answer = await world.product.asStaff(maker, wish.path, wish.body)
  const problem = 'atFirst' in wish ? wish.atFirst : wish.problem()
  const data = dataOf(answer)
  const approvalId = textIn(data, 'approvalId')
  if (data === undefined) {
    const refusal = refusalOf(answer)
    const isNoWonder =
      problem !== undefined ||
      wish.mayRefuse === true ||
      world.isFailing ||
      refusal.includes('approval-open') ||
      refusal.includes('by-hand-')
    must(isNoWonder, 'refused', `${wish.what} cannot be proposed: ${refusal}, though no rule forbids it`)
    count(world, 'proposals refused')
    return `${wish.what}: cannot be proposed, ${refusal}`
  }
  must(problem === undefined, 'allowed', `${wish.what} is proposed although ${problem}`)
  const reason = wish.reason ?? String(wish.body.reason ?? 'checked')
  world.proposals.push({ ...wish, approvalId, by, able: wish.by, at: world.now(), reason })
  return random.chance(80) ? await decide(world) : `${wish.what} is proposed`
}

const hourMs = 3_600_000

/** A second person decides what was proposed last; now and then the first one tries to. */
export async function decide(world: World): Promise<string | undefined> {
  const proposal = world.proposals.pop()
  if (proposal === undefined) return undefined
  const { approvalId, by, what } = proposal
  const isOwn = world.random.chance(5)
  const others = (proposal.able ?? [0, 1, 2]).filter((one) => one !== by)
  const checker = crew[isOwn ? by : world.random.pick(others)]
  if (checker === undefined) return undefined
  const problem = isOwn
    ? 'one person proposed it'
    : world.now() - proposal.at > hourMs
      ? 'its hour is over'
      : proposal.problem()
  const shown = dataOf(await world.product.asStaff(checker, `/approvals/detail?approvalId=${approvalId}`))
  const [payloadHash, factsHash] = [textIn(shown, 'payloadHash'), textIn(shown, 'factsHash')]
  const body = { approvalId, payloadHash, factsHash, decision: 'approve', reason: proposal.reason }
  const answer = await world.product.asStaff(checker, '/approvals/decide', body)
  const isDone = dataOf(answer) !== undefined
  if (!isDone) {
    const isNoWonder =
      problem !== undefined ||
      world.isFailing ||
      proposal.mayRefuse === true ||
      shown === undefined ||
      refusalOf(answer).includes('by-hand-')
    must(isNoWonder, 'refused', `${what} cannot be decided: ${refusalOf(answer)}, though no rule forbids it`)
    count(world, 'decisions refused')
    return `${what}: not done, ${refusalOf(answer)}`
  }
  must(problem === undefined, 'allowed', `${what} is decided although ${problem}`)
  if (textIn(dataOf(answer), 'state') === 'open') {
    // It takes three people, and one more agrees.
    const third = crew.find((one) => one !== checker && one !== crew[by])
    if (third === undefined) return undefined
    const again = dataOf(await world.product.asStaff(third, '/approvals/decide', body))
    if (again === undefined) {
      must(world.isFailing || proposal.mayRefuse === true, 'refused', `${what} cannot be decided by the third`)
      return `${what}: not decided by the third`
    }
    count(world, 'decided by three')
  }
  proposal.effect()
  count(world, 'decided by two')
  return `${what}: decided`
}
