/** Why a round does not count that was asked for as such: nodes that have just been started are slower. */
export const WARM_UP = 'warm-up';
/** A round beside one that counts, in which the links of the network change nothing. */
export const WITHOUT_LINKS = 'without the links';
