import { getTeam, type Team } from "./api";

const team: Team = await getTeam("core");
console.log(team.members.length);
