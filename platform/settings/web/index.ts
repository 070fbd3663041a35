export { FollowSettings, knownSetting, useSetting } from './use-setting.ts'
