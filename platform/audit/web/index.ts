export { type ActFollowing, ActFollowingContext } from './act-following.ts'
