import ca.uhn.fhir.context.*;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.*;
import org.hl7.fhir.common.hapi.validation.support.*;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;
import java.nio.file.*;

/** Holds FHIR resources against the definitions of R4 that HL7 publishes. */
public class Validate {
  public static void main(String[] files) throws Exception {
    FhirContext context = FhirContext.forR4();
    var support = new ValidationSupportChain(
      new DefaultProfileValidationSupport(context),
      new InMemoryTerminologyServerValidationSupport(context),
      new CommonCodeSystemsTerminologyService(context));
    var validator = context.newValidator();
    validator.registerValidatorModule(new FhirInstanceValidator(support));
    int errors = 0;
    for (String file : files) {
      var result = validator.validateWithResult(Files.readString(Path.of(file)));
      for (var one : result.getMessages()) {
        System.out.println(one.getSeverity() + " " + one.getLocationString() + ": " + one.getMessage());
        if (one.getSeverity().ordinal() >= ResultSeverityEnum.ERROR.ordinal()) errors++;
      }
    }
    System.exit(errors == 0 ? 0 : 1);
  }
}
