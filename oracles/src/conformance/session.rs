//! Questions to a program, one after the other, and its answers.

use crate::external::{Implementation, Outcome, Output};

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The program answers as it must.
    AsExpected,
    /// The program answers otherwise.
    Otherwise,
    /// The program was not asked, because it did not end by itself before.
    NotAsked,
}

/// A question and the answer.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the program is asked for.
    pub question: &'static str,
    /// What a program of the family does.
    pub expected: &'static str,
    /// What this one did.
    pub got: String,
    /// Whether that is the same.
    pub answered: Answered,
}

/// A program, and what it has answered.
#[derive(Debug)]
pub(super) struct Session<'a> {
    program: &'a Implementation,
    steps: Vec<Step>,
    /// How it misbehaved; then it is not asked any more.
    misbehaved: Option<&'static str>,
}

/// Something to ask: a file, and arguments after which its name stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    pub(super) arguments: &'a [&'a str],
    pub(super) name: &'a str,
    pub(super) content: &'a [u8],
}

/// The result of judging an answer: what the program did, as expected or otherwise.
pub(super) type Judgement = Result<&'static str, String>;

impl<'a> Session<'a> {
    pub(super) const fn new(program: &'a Implementation) -> Self {
        Self { program, steps: Vec::new(), misbehaved: None }
    }

    /// Returns the program.
    pub(super) const fn program(&self) -> &'a Implementation {
        self.program
    }

    /// Asks without keeping the answer; none if the program misbehaves or does not start.
    pub(super) fn try_out(&self, request: Request<'_>) -> Option<Output> {
        let arguments: Vec<&str> = request.arguments.iter().copied().chain([request.name]).collect();
        self.program.run(&arguments, &[(request.name, request.content)]).ok()
    }

    /// Asks a question that `judge` understands the answer of; returns what the program printed.
    pub(super) fn ask(
        &mut self,
        (question, expected): (&'static str, &'static str),
        request: Request<'_>,
        judge: impl FnOnce(&Output) -> Judgement,
    ) -> Vec<u8> {
        let mut printed = Vec::new();
        let (answered, got) = match self.misbehaved {
            Some(_) => (Answered::NotAsked, "-".to_owned()),
            None => match self.try_out(request) {
                None => (Answered::Otherwise, "it does not start".to_owned()),
                Some(output) => match output.outcome.misbehaviour() {
                    Some((_, sentence)) => {
                        self.misbehaved = Some(sentence);
                        (Answered::Otherwise, sentence.to_owned())
                    }
                    None => {
                        let judged = judge(&output);
                        printed = output.stdout;
                        judged.map_or_else(|got| (Answered::Otherwise, got), |got| (Answered::AsExpected, got.to_owned()))
                    }
                },
            },
        };
        self.steps.push(Step { question, expected, got, answered });
        printed
    }

    /// Asks to reject something.
    pub(super) fn ask_to_reject(&mut self, question: &'static str, request: Request<'_>) {
        self.ask((question, "rejects it"), request, |output| match accepts(output) {
            Ok(()) => Err("accepts it".to_owned()),
            Err(_) => Ok("rejects it"),
        });
    }

    /// Returns all steps, with one about how the program ended.
    pub(super) fn end(mut self) -> Vec<Step> {
        let answered = if self.misbehaved.is_none() { Answered::AsExpected } else { Answered::Otherwise };
        let expected = "ends by itself each time, with all that it started";
        let got = self.misbehaved.unwrap_or(expected).to_owned();
        self.steps.push(Step { question: "its processes", expected, got, answered });
        self.steps
    }
}

/// Returns whether a program accepts what it was asked about.
///
/// # Errors
/// Returns how it ended otherwise.
pub(super) fn accepts(output: &Output) -> Result<(), String> {
    let first = || String::from_utf8_lossy(&output.stderr).lines().next().map(|line| format!(": {line}")).unwrap_or_default();
    match output.outcome {
        Outcome::Exited(0) => Ok(()),
        Outcome::Exited(status) => Err(format!("exit status {status}{}", first())),
        Outcome::Signaled(signal) => Err(format!("signal {signal}{}", first())),
        Outcome::TimedOut | Outcome::Flooded | Outcome::LeftProcesses => Err("misbehaves".to_owned()),
    }
}
