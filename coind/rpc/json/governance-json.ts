import type { GovernanceObject } from '../../governance/governance-object.ts';
import type { Counts } from '../../governance/tally.ts';
import type { ObjectStatus } from '../../governance/types.ts';
import { outpointText } from '../../governance/vote.ts';

const typeNumbers = { other: 0, proposal: 1, trigger: 2 } as const;

/** The members that lists and single objects have in common. */
function common({ data, hash, feeTxid, type, time, maker }: GovernanceObject) {
  return {
    DataHex: data.toString('hex'),
    DataString: data.toString('utf8'),
    Hash: hash,
    CollateralHash: feeTxid,
    ObjectType: typeNumbers[type],
    CreationTime: time,
    ...(maker !== undefined && { SigningMasternode: outpointText(maker) }),
  };
}

const flags = ({ isValid, isFunded, isDeleted, isEndorsed }: ObjectStatus) => ({
  fCachedValid: isValid,
  fCachedFunding: isFunded,
  fCachedDelete: isDeleted,
  fCachedEndorsed: isEndorsed,
});

const countsJson = ({ absolute, yes, no, abstain }: Counts) => ({
  AbsoluteYesCount: absolute,
  YesCount: yes,
  NoCount: no,
  AbstainCount: abstain,
});

const NONE: Counts = { absolute: 0, yes: 0, no: 0, abstain: 0 };

/** An object of `gobject list` and `gobject diff`. */
export function governanceEntry(object: GovernanceObject, status: ObjectStatus) {
  return {
    ...common(object),
    ...countsJson(status.counts.funding),
    fBlockchainValidity: status.isPaidFor,
    IsValidReason: status.reason,
    ...flags(status),
  };
}

/** The result of `gobject get`. */
export function governanceDetails(object: GovernanceObject, status: ObjectStatus) {
  const { funding, valid, delete: deleting } = status.counts;
  return {
    ...common(object),
    ParentHash: object.parentHash,
    Revision: object.revision,
    FundingResult: countsJson(funding),
    ValidResult: countsJson(valid),
    DeleteResult: countsJson(deleting),
    EndorsedResult: countsJson(NONE),
    fLocalValidity: status.isPaidFor,
    IsValidReason: status.reason,
    ...flags(status),
  };
}
